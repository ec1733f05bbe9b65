import { describe, expect, it } from '@jest/globals';
import { readMode, usesTestCards } from './environment-rules.js';

const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'leads@desk.example',
  PUBLIC_URL: 'https://desk.example',
  TRUST_PROXY: '1',
};
const test = { ...live, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readMode(env);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

describe('readMode', () => {
  it('uses the sandbox in development if no provider is set', () => {
    const sandbox = { nodeEnv: 'development', usesSandbox: true };
    expect(readMode({})).toEqual(sandbox);
    expect(readMode({ STRIPE_SECRET_KEY: '', SMTP_URL: '', NODE_ENV: '' })).toEqual(sandbox);
    expect(readMode({ NODE_ENV: 'test' })).toEqual({ nodeEnv: 'test', usesSandbox: true });
  });

  it('is production with real providers, unless NODE_ENV says otherwise', () => {
    expect(readMode(live)).toEqual({ nodeEnv: 'production', usesSandbox: false });
    expect(readMode(test)).toEqual({ nodeEnv: 'production', usesSandbox: false });
    expect(readMode({ ...test, NODE_ENV: 'development' })).toEqual({
      nodeEnv: 'development',
      usesSandbox: false,
    });
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    [
      'a live card key without a mail server',
      { ...live, SMTP_URL: '' },
      'SMTP_URL is missing: with real cards',
    ],
    ['one card key alone', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'SMTP_URL is missing: with real cards'],
    [
      'a mail server without a card key',
      { SMTP_URL: live.SMTP_URL },
      'STRIPE_SECRET_KEY is missing: with a real',
    ],
    [
      'such a mix in development',
      { NODE_ENV: 'development', STRIPE_SECRET_KEY: 'sk_test_1' },
      'SMTP_URL is missing: with real cards',
    ],
    ['production without providers', { NODE_ENV: 'production' }, 'NODE_ENV=production needs real providers'],
    ['an unknown NODE_ENV', { NODE_ENV: 'prod' }, 'NODE_ENV must be development, test, production or unset.'],
    ['a live key in development', { ...live, NODE_ENV: 'development' }, 'STRIPE_SECRET_KEY is a live key'],
    [
      'a restricted live key in development',
      { ...live, STRIPE_SECRET_KEY: 'rk_live_1', NODE_ENV: 'test' },
      'STRIPE_',
    ],
    ['a missing card key', { ...live, STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is missing: '],
    ['a missing page key', { ...live, STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY is missing: '],
    [
      'a missing webhook secret',
      { ...test, STRIPE_WEBHOOK_SECRET: '' },
      'STRIPE_WEBHOOK_SECRET is missing: ',
    ],
    ['keys of both modes', { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_PUBLISHABLE_KEY and '],
    ['no sender', { ...live, MAIL_FROM: '' }, 'MAIL_FROM is missing'],
    ['another card host', { ...live, STRIPE_API_BASE: 'http://127.0.0.1:4810' }, 'STRIPE_API_BASE must not'],
    [
      'a card script from elsewhere',
      { ...test, STRIPE_JS_URL: 'https://js.stripe.com.evil.example/v3/' },
      'STRIPE_JS_URL must be an address at https://js.stripe.com',
    ],
    ['a card script over http', { ...live, STRIPE_JS_URL: 'http://js.stripe.com/v3/' }, 'STRIPE_JS_URL must'],
    ['looser request limits', { ...live, RATE_LIMIT_FACTOR: '1.5' }, 'RATE_LIMIT_FACTOR must be 1'],
    ['a factor that is not a number', { ...test, RATE_LIMIT_FACTOR: 'x' }, 'RATE_LIMIT_FACTOR must be 1'],
    [
      'webhooks to this machine',
      { ...live, WEBHOOK_LOOPBACK: 'allowed' },
      'WEBHOOK_LOOPBACK must not be set',
    ],
    ['no public address', { ...live, PUBLIC_URL: '', TRUST_PROXY: '' }, 'PUBLIC_URL is missing'],
    [
      'an http address',
      { ...live, PUBLIC_URL: 'http://desk.example' },
      'PUBLIC_URL must be an https address',
    ],
    ['https without proxies', { ...live, TRUST_PROXY: '' }, 'TRUST_PROXY is missing'],
    ['absurdly many proxies', { ...live, TRUST_PROXY: '99' }, 'TRUST_PROXY must be at most 5 proxies'],
  ])('rejects %s in one line', (_case, env, line) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(line)]);
  });

  it('reports every wrong detail on its own line and echoes no value', () => {
    const problems = problemsOf({
      ...live,
      STRIPE_WEBHOOK_SECRET: '',
      STRIPE_API_BASE: 'http://secret',
      STRIPE_JS_URL: 'http://secret',
      RATE_LIMIT_FACTOR: 'secret',
      PUBLIC_URL: 'http://secret',
      TRUST_PROXY: 'secret',
    });
    expect(problems.map((line) => line.split(' ')[0])).toEqual([
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_API_BASE',
      'STRIPE_JS_URL',
      'RATE_LIMIT_FACTOR',
      'PUBLIC_URL',
      'TRUST_PROXY',
    ]);
    expect(problems.join()).not.toContain('//secret');
  });

  it('accepts the script of the card provider and unchanged request limits in production', () => {
    const own = { ...live, STRIPE_JS_URL: 'https://js.stripe.com/v3/', RATE_LIMIT_FACTOR: '1' };
    expect(problemsOf(own)).toEqual([]);
  });

  it('accepts production over http on this machine', () => {
    expect(problemsOf({ ...test, PUBLIC_URL: 'http://localhost:4800', TRUST_PROXY: '' })).toEqual([]);
  });

  it('lets a development system with test cards use another card host and script, and looser limits', () => {
    const dev = {
      ...test,
      NODE_ENV: 'development',
      STRIPE_API_BASE: 'http://127.0.0.1:4810',
      STRIPE_JS_URL: 'http://localhost:4810/js/stripe.js',
      RATE_LIMIT_FACTOR: '100',
      WEBHOOK_LOOPBACK: 'allowed',
      PUBLIC_URL: '',
    };
    expect(problemsOf(dev)).toEqual([]);
  });
});

describe('usesTestCards', () => {
  it('is true for keys of the test mode only', () => {
    expect(usesTestCards(test)).toBe(true);
    expect(usesTestCards({ STRIPE_SECRET_KEY: 'rk_test_1' })).toBe(true);
    expect(usesTestCards(live)).toBe(false);
    expect(usesTestCards({})).toBe(false);
  });
});
