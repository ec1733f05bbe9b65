import { describe, expect, it } from '@jest/globals';
import { readBusiness } from './documents/business-settings.js';
import { readBillingEnv } from './env.js';

const validEnv = {
  NODE_ENV: 'development',
  REDIS_URL: 'redis://127.0.0.1:6379',
  MESSAGE_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  HEALTH_PORT: '9001',
  DATABASE_URL: 'postgres://localhost/desk',
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
};
const business = { BUSINESS_NAME: 'Desk LLC', BUSINESS_ADDRESS: ' 1 Main Street;Austin, TX 78701 ' };
const sandboxUrl = 'http://127.0.0.1:4810';

describe('readBillingEnv', () => {
  it('has defaults for the timeouts', () => {
    expect(readBillingEnv(validEnv)).toMatchObject({ STRIPE_TIMEOUT_MS: 10_000, CHARGE_GIVE_UP_MS: 600_000 });
  });

  it('paces calls below the provider’s limit, but not those to a stand-in', () => {
    expect(readBillingEnv(validEnv).STRIPE_CALLS_PER_SECOND).toBe(20);
    const standIn = { ...validEnv, STRIPE_API_BASE: sandboxUrl };
    expect(readBillingEnv(standIn).STRIPE_CALLS_PER_SECOND).toBe(1_000);
    expect(readBillingEnv({ ...standIn, STRIPE_CALLS_PER_SECOND: '7' }).STRIPE_CALLS_PER_SECOND).toBe(7);
  });

  it('accepts a replacement provider address in development and rejects it in production', () => {
    expect(readBillingEnv({ ...validEnv, STRIPE_API_BASE: sandboxUrl }).STRIPE_API_BASE).toBe(sandboxUrl);
    const production = { ...validEnv, ...business, NODE_ENV: 'production' };
    expect(readBillingEnv(production).STRIPE_API_BASE).toBeUndefined();
    expect(() => readBillingEnv({ ...production, STRIPE_API_BASE: sandboxUrl })).toThrow('STRIPE_API_BASE');
    expect(() => readBillingEnv({ ...validEnv, NODE_ENV: '', STRIPE_API_BASE: sandboxUrl })).toThrow(
      'STRIPE_API_BASE',
    );
  });

  it('rejects a live key outside production', () => {
    const live = { ...validEnv, STRIPE_SECRET_KEY: 'sk_live_0123456789' };
    expect(() => readBillingEnv(live)).toThrow('a live key of the card provider needs NODE_ENV=production');
    expect(readBillingEnv({ ...live, ...business, NODE_ENV: 'production' }).STRIPE_SECRET_KEY).toBe(
      'sk_live_0123456789',
    );
  });

  it('reads the business on receipts, and requires it in production', () => {
    expect(
      readBusiness(readBillingEnv({ ...validEnv, ...business, BUSINESS_TAX_ID: 'EIN 12-3456789' })),
    ).toEqual({
      name: 'Desk LLC',
      addressLines: ['1 Main Street', 'Austin, TX 78701'],
      taxId: 'EIN 12-3456789',
    });
    expect(readBusiness(readBillingEnv(validEnv))).toEqual({
      name: 'Annuity Desk (sandbox)',
      addressLines: ['1 Sandbox Street', 'Austin, TX 78701'],
      taxId: null,
    });
    for (const name of ['BUSINESS_NAME', 'BUSINESS_ADDRESS'])
      expect(() => readBillingEnv({ ...validEnv, ...business, NODE_ENV: 'production', [name]: '' })).toThrow(
        name,
      );
  });

  it.each([
    ['BUSINESS_ADDRESS', '1 Main Street;;Austin'],
    ['BUSINESS_ADDRESS', 'a;b;c;d;e;f'],
    ['BUSINESS_NAME', 'x'.repeat(101)],
    ['STRIPE_API_BASE', 'ftp://127.0.0.1'],
    ['STRIPE_SECRET_KEY', 'pk_test_0123456789'],
    ['CHARGE_GIVE_UP_MS', String(24 * 3_600_000)],
  ])('rejects %s=%s', (name, value) => {
    expect(() => readBillingEnv({ ...validEnv, [name]: value })).toThrow(name);
  });
});
