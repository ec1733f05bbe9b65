import { describe, expect, it } from '@jest/globals';
import { readBillingEnv } from './env.js';

const given = {
  NODE_ENV: 'development',
  REDIS_URL: 'redis://127.0.0.1:6379',
  MESSAGE_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  HEALTH_PORT: '9001',
  DATABASE_URL: 'postgres://localhost/desk',
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
};
const base = 'http://127.0.0.1:4810';

describe('the settings of billing', () => {
  it('have defaults for the times', () => {
    expect(readBillingEnv(given)).toMatchObject({ STRIPE_TIMEOUT_MS: 10_000, CHARGE_GIVE_UP_MS: 600_000 });
  });

  it('take another place of the provider in development, and refuse it in production', () => {
    expect(readBillingEnv({ ...given, STRIPE_API_BASE: base }).STRIPE_API_BASE).toBe(base);
    const production = { ...given, NODE_ENV: 'production' };
    expect(readBillingEnv(production).STRIPE_API_BASE).toBeUndefined();
    expect(() => readBillingEnv({ ...production, STRIPE_API_BASE: base })).toThrow('STRIPE_API_BASE');
    expect(() => readBillingEnv({ ...given, NODE_ENV: '', STRIPE_API_BASE: base })).toThrow(
      'STRIPE_API_BASE',
    );
  });

  it.each([
    ['STRIPE_API_BASE', 'ftp://127.0.0.1'],
    ['STRIPE_SECRET_KEY', 'pk_test_0123456789'],
    ['CHARGE_GIVE_UP_MS', String(24 * 3_600_000)],
  ])('refuse %s=%s', (name, value) => {
    expect(() => readBillingEnv({ ...given, [name]: value })).toThrow(name);
  });
});
