import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInContainers } from './containers.js';
import { dockerAnswers, guardFolder, startPostgres, startRedis } from './embedded/index.js';

export interface Infrastructure {
  /** Of an administrator who may create databases and roles. */
  databaseUrl: string;
  redisUrl: string;
  /** Where it comes from, for a line on the console. */
  source: 'given' | 'containers' | 'embedded';
  stop: () => Promise<void>;
}

async function startEmbedded(): Promise<Infrastructure> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-test-'));
  // PostgreSQL may run as another user, who must get through.
  chmodSync(folder, 0o711);
  const keep = guardFolder(folder);
  const started = await Promise.allSettled([
    // Nothing of a test outlives a power cut, so waiting for the disk is only lost time.
    startPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off', max_connections: 300 } }),
    startRedis({ dataDir: join(folder, 'redis') }),
  ]);
  const servers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    keep();
  };
  const [postgres, redis] = servers;
  if (postgres && redis) {
    return { databaseUrl: postgres.url, redisUrl: redis.url, source: 'embedded', stop };
  }
  await stop();
  throw started.find((result) => result.status === 'rejected')?.reason;
}

/**
 * A PostgreSQL and a Redis for tests: those of TEST_DATABASE_URL and TEST_REDIS_URL where both are given (they
 * must be throw-away servers: roles and passwords are set on them), else containers where a Docker daemon
 * answers, else processes of our own in a temporary folder. They end with this process, however it ends.
 */
export async function startInfrastructure(): Promise<Infrastructure> {
  const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;
  if (databaseUrl && redisUrl) {
    return { databaseUrl, redisUrl, source: 'given', stop: () => Promise.resolve() };
  }
  if (await dockerAnswers()) {
    try {
      return await startInContainers();
    } catch (error) {
      // A daemon that cannot reach its registry is no reason for having no tests.
      const [reason] = String(error).split('\n');
      process.stderr.write(`Containers could not be started (${reason ?? ''}); using processes instead.\n`);
    }
  }
  return startEmbedded();
}
