import { describe, expect, it } from '@jest/globals';
import { readGatewayEnv } from './env.js';
import { toTrustProxySetting } from './http/http-settings.js';

const production = {
  NODE_ENV: 'production',
  REDIS_URL: 'redis://127.0.0.1:6379',
  MESSAGE_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  HEALTH_PORT: '9001',
  PORT: '9000',
  PUBLIC_URL: 'https://desk.example',
  JWT_KEYS: `j1:${'x'.repeat(48)}`,
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  TRUST_PROXY: '1',
};
const development = { ...production, NODE_ENV: 'development' };

const read = (env: NodeJS.ProcessEnv) => () => readGatewayEnv(env);

describe('readGatewayEnv', () => {
  it('rejects an http address in production, except on this machine', () => {
    const { PUBLIC_URL } = readGatewayEnv({ ...production, PUBLIC_URL: 'http://localhost:4800' });
    expect(PUBLIC_URL).toBe('http://localhost:4800');
    expect(read({ ...production, PUBLIC_URL: 'http://desk.example' })).toThrow(
      'PUBLIC_URL: the public address of the site must be https in production',
    );
    expect(read({ ...development, PUBLIC_URL: 'http://desk.example' })).not.toThrow();
  });

  it('requires TRUST_PROXY behind https in production', () => {
    expect(read({ ...production, TRUST_PROXY: '' })).toThrow(
      'TRUST_PROXY: is missing; with an https address',
    );
    expect(read({ ...production, TRUST_PROXY: undefined })).toThrow('TRUST_PROXY: is missing');
    expect(readGatewayEnv({ ...production, TRUST_PROXY: '0' }).TRUST_PROXY).toBe('0');
    expect(read({ ...production, TRUST_PROXY: '', PUBLIC_URL: 'http://localhost:4800' })).not.toThrow();
    expect(read({ ...development, TRUST_PROXY: '' })).not.toThrow();
  });

  it('rejects too many proxies and all addresses, in development too', () => {
    expect(read({ ...development, TRUST_PROXY: '99' })).toThrow('TRUST_PROXY: must be at most 5 proxies');
    expect(read({ ...development, TRUST_PROXY: '0.0.0.0/0' })).toThrow('TRUST_PROXY: must not trust');
  });

  it('rejects looser request limits in production', () => {
    const loose = { RATE_LIMIT_FACTOR: '2' };
    expect(read({ ...production, ...loose })).toThrow('RATE_LIMIT_FACTOR');
    expect(read({ ...development, ...loose })).not.toThrow();
  });

  it('rejects another card script in production', () => {
    const sandboxScript = { STRIPE_JS_URL: 'http://localhost:4810/js/stripe.js' };
    expect(read({ ...development, ...sandboxScript })).not.toThrow();
    expect(read({ ...production, ...sandboxScript })).toThrow('STRIPE_JS_URL');
    expect(read({ ...production, STRIPE_JS_URL: 'https://js.stripe.com.evil.example/v3/' })).toThrow(
      'STRIPE_JS_URL',
    );
    expect(readGatewayEnv(production).STRIPE_JS_URL).toBe('https://js.stripe.com/v3/');
  });
});

describe('toTrustProxySetting', () => {
  it('converts a number, a list, and an unset value', () => {
    expect(toTrustProxySetting('2')).toBe(2);
    expect(toTrustProxySetting('loopback, 10.0.0.0/8')).toEqual(['loopback', '10.0.0.0/8']);
    expect(toTrustProxySetting('')).toBe(0);
  });
});
