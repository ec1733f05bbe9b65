import { assertQueueEmpty } from './check-queue.js';
import { BackupError } from './backup-error.js';
import { type Passwords, readPasswords } from './settings.js';

/** Where to restore to, and the card provider that belongs to it. */
export interface RestoreTarget {
  readonly adminUrl: string;
  readonly passwords: Passwords;
  readonly stripe: { readonly secretKey: string; readonly apiBase?: string };
  /** Called once the backup is loaded. Returns false if it could not see to it that no message is left. */
  readonly deleteMessages: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

const missingSecret = (name: string): string =>
  `${name} is missing. The card provider's list tells which leads were sold after the backup; without it they may be sold and charged again. Set it, or pass --without-provider.`;

/** Loads the launcher only for a system of its own: the container image does not contain it. */
export async function openTarget(env: NodeJS.ProcessEnv, usesProvider: boolean): Promise<RestoreTarget> {
  const target = env.DATABASE_PASSWORDS ? await openElsewhere(env, env.DATABASE_PASSWORDS) : await openHere();
  if (!usesProvider || target.stripe.secretKey) return target;
  await target.stop();
  throw new BackupError(missingSecret('STRIPE_SECRET_KEY'));
}

async function openHere(): Promise<RestoreTarget> {
  const { consoleReporter, launchForRestore } = await import('@desk/tool-start');
  const { adminDatabaseUrl, databasePasswords, ...servers } = await launchForRestore(
    process.env,
    consoleReporter(),
  );
  return { ...servers, adminUrl: adminDatabaseUrl, passwords: databasePasswords };
}

async function openElsewhere(env: NodeJS.ProcessEnv, passwords: string): Promise<RestoreTarget> {
  const { DATABASE_URL: adminUrl, REDIS_URL, STRIPE_SECRET_KEY, STRIPE_API_BASE } = env;
  if (!adminUrl)
    throw new BackupError('DATABASE_URL is missing. Set it to the new database, as an administrator.');
  // Only a single Redis can be checked here. With Sentinel or Cluster, the operator is asked to check it.
  const canAsk = REDIS_URL !== undefined && /^rediss?:\/\//.test(REDIS_URL);
  if (canAsk) await assertQueueEmpty(REDIS_URL, env);
  return {
    adminUrl,
    passwords: readPasswords(passwords),
    stripe: {
      secretKey: STRIPE_SECRET_KEY ?? '',
      ...(STRIPE_API_BASE ? { apiBase: STRIPE_API_BASE } : {}),
    },
    deleteMessages: () => Promise.resolve(canAsk),
    stop: () => Promise.resolve(),
  };
}
