import { describe, expect, it } from '@jest/globals';
import type { RunningSystem } from '@desk/tool-start';
import { readVerifyTarget } from './verify-target.js';

const databaseUrl = 'postgres://verify@here/desk';
const running = (mode: RunningSystem['mode'], stripe: RunningSystem['stripe']) => () =>
  Promise.resolve({ findRunningSystem: () => ({ mode, stripe, verifyDatabaseUrl: databaseUrl }) });
const sandboxStripe = { secretKey: 'sk_sandbox', apiBase: 'http://127.0.0.1:4810' };
const sandbox = running({ nodeEnv: 'development', usesSandbox: true }, sandboxStripe);
const real = (secretKey: string) => running({ nodeEnv: 'production', usesSandbox: false }, { secretKey });
const without = (name: string) => () =>
  Promise.reject(Object.assign(new Error(`Cannot find package '${name}'`), { code: 'ERR_MODULE_NOT_FOUND' }));
const other = { VERIFY_DATABASE_URL: 'postgres://verify@there/desk' };

describe('readVerifyTarget', () => {
  it('returns the system that was started here', async () => {
    expect(await readVerifyTarget({}, sandbox)).toEqual({ databaseUrl, stripe: sandboxStripe });
    const stripe = { secretKey: 'sk_live_1' };
    expect(await readVerifyTarget({}, real('sk_live_1'))).toEqual({ databaseUrl, stripe });
  });

  it('names the missing setting where no launcher is installed, as in the container image', async () => {
    await expect(readVerifyTarget({}, without('@desk/tool-start'))).rejects.toThrow(
      'VERIFY_DATABASE_URL is missing.',
    );
    await expect(readVerifyTarget({}, without('pg'))).rejects.toThrow("Cannot find package 'pg'");
  });

  it('does not compare the sandbox with another provider', async () => {
    const { stripe } = await readVerifyTarget({ STRIPE_SECRET_KEY: 'sk_test_1' }, sandbox);
    expect(stripe).toEqual(sandboxStripe);
  });

  it('reports the missing key when the system here uses a real provider', async () => {
    await expect(readVerifyTarget({}, real(''))).rejects.toThrow(
      'STRIPE_SECRET_KEY is missing. The system started here uses a real card provider',
    );
  });

  it('returns another system, with a key of its own', async () => {
    const env = { ...other, STRIPE_SECRET_KEY: 'sk_test_1' };
    expect(await readVerifyTarget(env, without('@desk/tool-start'))).toEqual({
      databaseUrl: other.VERIFY_DATABASE_URL,
      stripe: { secretKey: 'sk_test_1' },
    });
    const { stripe } = await readVerifyTarget({ ...env, STRIPE_API_BASE: 'http://sandbox' });
    expect(stripe).toEqual({ secretKey: 'sk_test_1', apiBase: 'http://sandbox' });
  });

  it('never compares another database with the provider of the system here', async () => {
    await expect(readVerifyTarget(other, sandbox)).rejects.toThrow(
      'STRIPE_SECRET_KEY is missing. The system of VERIFY_DATABASE_URL',
    );
  });
});
