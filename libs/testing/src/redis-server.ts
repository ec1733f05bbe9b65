import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@desk/embedded-servers';

export type RedisServer = Awaited<ReturnType<typeof startRedisServer>>;

/** Starts a server for tests that stop, freeze or empty it. It keeps its data and its port while it is stopped. */
export async function startRedisServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-redis-'));
  let server = await startRedis({ dataDir });
  const { url, port } = server;
  return {
    url,
    port,
    freeze: () => process.kill(server.pid, 'SIGSTOP'),
    unfreeze: () => process.kill(server.pid, 'SIGCONT'),
    stop: () => server.stop(),
    restart: async () => {
      server = await startRedis({ dataDir, port });
    },
    remove: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
