import type { RunningSystem } from '@desk/tool-start';
import type { VerifyTarget } from './verify.js';

type Target = Pick<VerifyTarget, 'databaseUrl' | 'stripe'>;

/**
 * Returns the database and the card provider that belong together: those of `VERIFY_DATABASE_URL`, or of the system that
 * was started here. The keys of real providers are stored nowhere, so they come from the environment again.
 *
 * @throws Error that names the missing setting
 */
export function readVerifyTarget(
  env: NodeJS.ProcessEnv,
  findSystem: () => Pick<RunningSystem, 'mode' | 'stripe' | 'verifyDatabaseUrl'>,
): Target {
  const { VERIFY_DATABASE_URL, STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = env;
  if (VERIFY_DATABASE_URL) {
    if (!secretKey) throw new Error(missingKey('The system of VERIFY_DATABASE_URL has a card provider'));
    return { databaseUrl: VERIFY_DATABASE_URL, stripe: { secretKey, ...(apiBase ? { apiBase } : {}) } };
  }
  const { mode, stripe, verifyDatabaseUrl } = findSystem();
  if (!mode.usesSandbox && !stripe.secretKey)
    throw new Error(missingKey('The system started here uses a real card provider'));
  return { databaseUrl: verifyDatabaseUrl, stripe };
}

const missingKey = (reason: string): string =>
  `STRIPE_SECRET_KEY is missing. ${reason}, whose own list of payments is compared with the database. Set the same key as for the system.`;
