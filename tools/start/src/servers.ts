import { join } from 'node:path';
import {
  findRedis,
  startPostgres,
  startRedis,
  stopOrphanedPostgres,
  stopOrphanedRedis,
  type RedisProgram,
} from '@desk/embedded-servers';
import { Redis } from 'ioredis';
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
const REDIS_CONNECT_TIMEOUT_MS = 5_000;

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

async function assertRedisResponds(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: REDIS_CONNECT_TIMEOUT_MS,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    // The host only: the URL may contain a password.
    const { host } = new URL(url);
    throw new Error(`REDIS_URL is set, but no Redis responds at ${host}.`, { cause: error });
  } finally {
    redis.disconnect();
  }
}

/** Uses the server of REDIS_URL, or else starts one with a program that is found or installed. */
export async function startQueue(
  options: ServerOptions,
  redisUrl: string | undefined,
): Promise<StartedServer> {
  if (redisUrl) {
    await assertRedisResponds(redisUrl);
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
