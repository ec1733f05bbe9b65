import { isDockerRunning } from '@desk/embedded-servers';
import { startInContainers } from './containers.js';
import type { Infrastructure } from './infrastructure.js';
import { startInProcesses } from './server-processes.js';

/**
 * Starts a PostgreSQL and a Redis for tests: in containers if Docker can start them, else as processes in a
 * temporary folder. They stop when this process ends for any reason. If both TEST_DATABASE_URL and
 * TEST_REDIS_URL are set, uses those servers instead; they must be disposable, because roles and passwords
 * are set on them.
 */
export async function startInfrastructure(): Promise<Infrastructure> {
  const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;
  if (databaseUrl && redisUrl) {
    return { databaseUrl, redisUrl, source: 'external', stop: () => Promise.resolve() };
  }
  if (await isDockerRunning()) {
    try {
      return await startInContainers();
    } catch (error) {
      // For example, the daemon cannot pull the images.
      const [reason] = String(error).split('\n');
      process.stderr.write(`Containers could not be started (${reason ?? ''}); using processes instead.\n`);
    }
  }
  return startInProcesses();
}
