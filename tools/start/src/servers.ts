import { join } from 'node:path';
import { RedisLink } from '@desk/bullmq-transport';
import {
  findRedis,
  startPostgres,
  startRedis,
  stopOrphanedPostgres,
  stopOrphanedRedis,
  type RedisProgram,
} from '@desk/embedded-servers';
import { readTls } from '@desk/service-kit';
import { getLogFile, type Launch } from './launch-processes.js';
import { ManagedServer } from './managed-server.js';

const DATABASE_NAME = 'desk';

const postgresDir = (stateDir: string): string => join(stateDir, 'postgres');
const redisDir = (stateDir: string): string => join(stateDir, 'redis');

/** Stops the servers that a killed launcher left running on this state folder. */
export async function stopOrphanedServers(stateDir: string): Promise<void> {
  await Promise.all([stopOrphanedPostgres(postgresDir(stateDir)), stopOrphanedRedis(redisDir(stateDir))]);
}

interface StartedServer {
  url: string;
  /** Absent if the server is not run by the launcher. */
  server?: ManagedServer;
}

/** Uses the server of DATABASE_URL, whose user must be an administrator, or else starts an embedded one. */
export async function startDatabase(launch: Launch): Promise<StartedServer> {
  const { options, env, reporter, stateDir, ports, shutdown } = launch;
  if (env.DATABASE_URL) return { url: env.DATABASE_URL };
  const port = ports.postgres;
  const logFile = getLogFile(launch, 'postgres');
  const settings = options.postgresSettings ?? {};
  const server = new ManagedServer({
    name: 'postgres',
    start: () => startPostgres({ dataDir: postgresDir(stateDir), port, logFile, settings }),
    onProblem: reporter.print,
  });
  // Before the start, so that an interrupted one stops the server.
  shutdown.addStep(() => server.stop());
  const { url } = await reporter.step(
    'PostgreSQL',
    () => server.start(),
    () => `PostgreSQL on port ${port}`,
  );
  return { url: url.replace(/\/postgres$/, `/${DATABASE_NAME}`), server };
}

/** Connects as the services do. Errors name hosts only, because the URL may contain a password. */
async function assertRedisResponds(url: string, env: NodeJS.ProcessEnv): Promise<void> {
  const tls = readTls('REDIS', url, env);
  try {
    const link = await RedisLink.connect({ url, tls });
    link.close();
  } catch (error) {
    throw new Error(`REDIS_URL: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Uses the server of REDIS_URL, or else starts one with a program that is found or installed.
 * @param env that of the services
 */
export async function startQueue(launch: Launch, env: NodeJS.ProcessEnv): Promise<StartedServer> {
  const { REDIS_URL: redisUrl } = env;
  if (redisUrl) {
    await assertRedisResponds(redisUrl, env);
    return { url: redisUrl };
  }
  const { reporter, stateDir, ports, shutdown } = launch;
  const port = ports.redis;
  const logFile = getLogFile(launch, 'redis');
  let program: RedisProgram | undefined;
  const server = new ManagedServer({
    name: 'redis',
    start: async () => {
      program ??= await findRedis({ onProgress: (message) => reporter.print(`  ${message}`) });
      return startRedis({ dataDir: redisDir(stateDir), port, logFile, program });
    },
    onProblem: reporter.print,
  });
  shutdown.addStep(() => server.stop());
  const { url } = await reporter.step(
    'Redis',
    () => server.start(),
    () => `Redis on port ${port}`,
  );
  return { url, server };
}
