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
import { ManagedServer } from './managed-server.js';
import type { Reporter } from './reporter.js';
import type { Shutdown } from './shutdown.js';

export interface ServerOptions {
  stateDir: string;
  port: number;
  logFile: string;
  reporter: Reporter;
  /** More settings of postgresql.conf. */
  settings?: Record<string, string>;
  /** Told about a server before it starts, so that an interrupted start stops it. */
  shutdown: Shutdown;
}

const DATABASE_NAME = 'desk';

const postgresDir = (stateDir: string): string => join(stateDir, 'postgres');
const redisDir = (stateDir: string): string => join(stateDir, 'redis');

/** Stops the servers that a killed launcher left running on this state folder. */
export async function stopOrphanedServers(stateDir: string): Promise<void> {
  await Promise.all([stopOrphanedPostgres(postgresDir(stateDir)), stopOrphanedRedis(redisDir(stateDir))]);
}

export interface StartedServer {
  url: string;
  /** Absent if the server is not run by the launcher. */
  server?: ManagedServer;
}

/** Uses the server of DATABASE_URL, whose user must be an administrator, or else starts an embedded one. */
export async function startDatabase(
  options: ServerOptions,
  databaseUrl: string | undefined,
): Promise<StartedServer> {
  if (databaseUrl) return { url: databaseUrl };
  const { stateDir, port, logFile, settings = {}, reporter, shutdown } = options;
  const server = new ManagedServer({
    name: 'postgres',
    start: () => startPostgres({ dataDir: postgresDir(stateDir), port, logFile, settings }),
    onProblem: reporter.print,
  });
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
export async function startQueue(options: ServerOptions, env: NodeJS.ProcessEnv): Promise<StartedServer> {
  const { REDIS_URL: redisUrl } = env;
  if (redisUrl) {
    await assertRedisResponds(redisUrl, env);
    return { url: redisUrl };
  }
  const { stateDir, port, logFile, reporter, shutdown } = options;
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
