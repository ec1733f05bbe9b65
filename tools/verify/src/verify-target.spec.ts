import { describe, expect, it } from '@jest/globals';
import { readVerifyTarget } from './verify-target.js';

const noSystem = (): never => {
  throw new Error('No system has been started here.');
};
const sandbox = () => ({
  mode: { nodeEnv: 'development', usesSandbox: true } as const,
  stripe: { secretKey: 'sk_sandbox', apiBase: 'http://127.0.0.1:4810' },
  verifyDatabaseUrl: 'postgres://verify@here/desk',
});
const real = (secretKey: string) => () => ({
  mode: { nodeEnv: 'production', usesSandbox: false } as const,
  stripe: { secretKey },
  verifyDatabaseUrl: 'postgres://verify@here/desk',
});
const other = { VERIFY_DATABASE_URL: 'postgres://verify@there/desk' };

describe('readVerifyTarget', () => {
  it('returns the system that was started here', () => {
    const { stripe, verifyDatabaseUrl: databaseUrl } = sandbox();
    expect(readVerifyTarget({}, sandbox)).toEqual({ databaseUrl, stripe });
    expect(readVerifyTarget({}, real('sk_live_1'))).toEqual({
      databaseUrl,
      stripe: { secretKey: 'sk_live_1' },
    });
    expect(() => readVerifyTarget({}, noSystem)).toThrow('No system has been started here.');
  });

  it('does not compare the sandbox with another provider', () => {
    expect(readVerifyTarget({ STRIPE_SECRET_KEY: 'sk_test_1' }, sandbox).stripe).toEqual(sandbox().stripe);
  });

  it('reports the missing key when the system here uses a real provider', () => {
    expect(() => readVerifyTarget({}, real(''))).toThrow(
      'STRIPE_SECRET_KEY is missing. The system started here uses a real card provider',
    );
  });

  it('returns another system, with a key of its own', () => {
    const env = { ...other, STRIPE_SECRET_KEY: 'sk_test_1' };
    const databaseUrl = other.VERIFY_DATABASE_URL;
    expect(readVerifyTarget(env, noSystem)).toEqual({ databaseUrl, stripe: { secretKey: 'sk_test_1' } });
    expect(readVerifyTarget({ ...env, STRIPE_API_BASE: 'http://sandbox' }, noSystem).stripe).toEqual({
      secretKey: 'sk_test_1',
      apiBase: 'http://sandbox',
    });
  });

  it('never compares another database with the provider of the system here', () => {
    expect(() => readVerifyTarget(other, sandbox)).toThrow(
      'STRIPE_SECRET_KEY is missing. The system of VERIFY_DATABASE_URL',
    );
  });
});
