import { BackupError } from './backup-error.js';
import { loadLauncher } from './settings.js';
import { readRolePasswords, readTls } from '@desk/service-kit';
import { Redis } from 'ioredis';

/** Where to restore to, and the card provider that belongs to it. */
export type RestoreTarget = Awaited<ReturnType<typeof openHere>>;

const MISSING_SECRET =
  "STRIPE_SECRET_KEY is missing. The card provider's list tells which leads were sold after the backup; without it they may be sold and charged again. Set it, or pass --without-provider.";

export async function openTarget(env: NodeJS.ProcessEnv, usesProvider: boolean): Promise<RestoreTarget> {
  const target = env.DATABASE_PASSWORDS ? await openElsewhere(env, env.DATABASE_PASSWORDS) : await openHere();
  if (!usesProvider || target.stripe.secretKey) return target;
  await target.stop();
  throw new BackupError(MISSING_SECRET);
}

async function openHere() {
  const { consoleReporter, launchForRestore } = await loadLauncher('DATABASE_PASSWORDS');
  const launched = await launchForRestore(process.env, consoleReporter());
  const { adminDatabaseUrl: adminUrl, databasePasswords: passwords, ...servers } = launched;
  return { ...servers, adminUrl, passwords };
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
    passwords: readRolePasswords(passwords),
    stripe: {
      secretKey: STRIPE_SECRET_KEY ?? '',
      ...(STRIPE_API_BASE ? { apiBase: STRIPE_API_BASE } : {}),
    },
    deleteMessages: () => Promise.resolve(canAsk),
    stop: () => Promise.resolve(),
  };
}

/**
 * Messages in Redis are newer than the backup, so a charge task could be about an offer that the restored database does
 * not have.
 *
 * Encrypts the connection if the services do: `rediss://`, or REDIS_TLS.
 *
 * @throws BackupError if this Redis contains anything
 */
export async function assertQueueEmpty(url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    ...(readTls('REDIS', url, env) === 'required' && { tls: { rejectUnauthorized: true } }),
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    if ((await redis.dbsize()) === 0) return;
  } catch (cause) {
    throw new BackupError('Redis at REDIS_URL does not answer.', { cause });
  } finally {
    redis.disconnect();
  }
  throw new BackupError(
    'Redis still contains messages, and nothing was changed. Stop every service, then empty it (FLUSHALL): what is open is published again.',
  );
}
