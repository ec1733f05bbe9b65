import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStateFolder, removeFolderOnExit, startPostgres, startRedis } from '@desk/embedded-servers';
import type { Infrastructure } from './infrastructure.js';

/** Starts both servers as processes with their data in a temporary folder. */
export async function startInProcesses(): Promise<Infrastructure> {
  const folder = mkdtempSync(join(tmpdir(), 'desk-test-'));
  makeStateFolder(folder);
  const unwatchFolder = removeFolderOnExit(folder);
  const started = await Promise.allSettled([
    // Test data need not survive a power cut, so do not wait for the disk.
    startPostgres({ dataDir: join(folder, 'postgres'), settings: { fsync: 'off', max_connections: 300 } }),
    startRedis({ dataDir: join(folder, 'redis') }),
  ]);
  const servers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    unwatchFolder();
  };
  const [postgres, redis] = servers;
  if (postgres && redis) {
    return { databaseUrl: postgres.url, redisUrl: redis.url, source: 'embedded', stop };
  }
  await stop();
  throw started.find((result) => result.status === 'rejected')?.reason;
}
