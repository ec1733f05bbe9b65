import { readTls } from '@desk/service-kit';
import { Redis } from 'ioredis';
import { BackupError } from './backup-error.js';

/**
 * Messages in Redis are of a later time than the backup: a charge task among them could be about an offer that the restored
 * database does not have.
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
