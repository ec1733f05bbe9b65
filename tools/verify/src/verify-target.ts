import type { RunningSystem } from '@desk/tool-start';
import type { VerifyTarget } from './verify.js';

type Target = Pick<VerifyTarget, 'databaseUrl' | 'stripe'>;

interface Launcher {
  findRunningSystem(env: NodeJS.ProcessEnv): Pick<RunningSystem, 'mode' | 'stripe' | 'verifyDatabaseUrl'>;
}

/**
 * Returns the database and the card provider that belong together: those of `VERIFY_DATABASE_URL`, or of the system that
 * was started here. The keys of real providers are stored nowhere, so they come from the environment again.
 *
 * @throws Error that names the missing setting
 */
export async function readVerifyTarget(
  env: NodeJS.ProcessEnv,
  importLauncher: () => Promise<Launcher> = () => import('@desk/tool-start'),
): Promise<Target> {
  const { VERIFY_DATABASE_URL, STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = env;
  if (VERIFY_DATABASE_URL) {
    if (!secretKey) throw new Error(missingKey('The system of VERIFY_DATABASE_URL has a card provider'));
    return { databaseUrl: VERIFY_DATABASE_URL, stripe: { secretKey, ...(apiBase ? { apiBase } : {}) } };
  }
  const { mode, stripe, verifyDatabaseUrl } = (await loadLauncher(importLauncher)).findRunningSystem(env);
  if (!mode.usesSandbox && !stripe.secretKey)
    throw new Error(missingKey('The system started here uses a real card provider'));
  return { databaseUrl: verifyDatabaseUrl, stripe };
}

const missingKey = (reason: string): string =>
  `STRIPE_SECRET_KEY is missing. ${reason}, whose own list of payments is compared with the database. Set the same key as for the system.`;

/** The container image does not contain the launcher. */
async function loadLauncher(importLauncher: () => Promise<Launcher>): Promise<Launcher> {
  try {
    return await importLauncher();
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("'@desk/tool-start'")) throw error;
    throw new Error('VERIFY_DATABASE_URL is missing.', { cause: error });
  }
}
