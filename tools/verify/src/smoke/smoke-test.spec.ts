import { getFreePort } from '@desk/embedded-servers';
import { startSandbox, type Sandbox, type SandboxOptions } from '@desk/tool-sandbox';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createStripe } from '../verify.js';
import { runSmokeTest } from './run-smoke-test.js';
import { readSmokeOptions, type WebhookOptions } from './smoke-options.js';
import type { StepResult } from './smoke-test.js';

const SECRET = 'whsec_smoke_test_secret';
const STEPS = [
  'save a card',
  'charge the card',
  'decline',
  'ask for authentication',
  'refund',
  'events',
  'remove the cards',
];

describe('runSmokeTest', () => {
  let sandbox: Sandbox;
  const start = async (options: SandboxOptions = {}) => {
    sandbox = await startSandbox({ logLevel: 'silent', port: 0, smtpPort: 0, ...options });
  };
  afterEach(() => sandbox.close());

  const run = async (webhooks?: WebhookOptions, timeoutMs = 60_000) => {
    const stripe = createStripe({ secretKey: 'sk_test_smoke', apiBase: sandbox.url });
    const results: StepResult[] = [];
    const isPassed = await runSmokeTest(stripe, webhooks ? { webhooks } : {}, timeoutMs, (result) =>
      results.push(result),
    );
    return { isPassed, failed: results.filter((result) => !result.isPassed), results };
  };

  it('passes every step and reads the list of events', async () => {
    await start();
    const { isPassed, failed, results } = await run();
    expect(failed).toEqual([]);
    expect(isPassed).toBe(true);
    expect(results.map(({ step }) => step)).toEqual(STEPS);
  });

  it('waits for events that are forwarded with a valid signature', async () => {
    const port = await getFreePort();
    await start({ webhookUrl: `http://127.0.0.1:${port}/`, webhookSecret: SECRET });
    expect((await run({ port, secret: SECRET })).failed).toEqual([]);
  });

  it('fails if the events are signed with another secret', async () => {
    const port = await getFreePort();
    await start({ webhookUrl: `http://127.0.0.1:${port}/`, webhookSecret: SECRET });
    const { isPassed, failed } = await run({ port, secret: 'whsec_of_another_endpoint' }, 3_000);
    expect(isPassed).toBe(false);
    expect(failed).toMatchObject([{ step: 'events', seen: expect.stringContaining('charge.refunded') }]);
  });

  it('reports a step that fails and goes on with the next', async () => {
    await start();
    await fetch(`${sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ match: { method: 'POST', path: '/v1/refunds' }, kind: 'status', status: 400 }),
    });
    const { isPassed, failed } = await run();
    expect(isPassed).toBe(false);
    expect(failed.map(({ step }) => step)).toEqual(['refund']);
  });
});

describe('readSmokeOptions', () => {
  it.each([
    ['no key', {}, 'is missing'],
    ['a live key', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'not a test key'],
    ['a restricted live key', { STRIPE_SECRET_KEY: 'rk_live_1' }, 'not a test key'],
    ['no secret for the events', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
  ])('refuses %s', (_name, env, message) => {
    expect(() => readSmokeOptions(env, '4242')).toThrow(message);
  });

  it('accepts a test key', () => {
    const env = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(readSmokeOptions(env, undefined)).toEqual({ secretKey: 'sk_test_1' });
    expect(readSmokeOptions(env, '4242').webhooks).toEqual({ port: 4_242, secret: 'whsec_1' });
  });
});
