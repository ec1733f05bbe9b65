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
import type { Teardown } from './teardown.js';

export interface ServerPlace {
  stateDir: string;
  port: number;
  logFile: string;
  reporter: Reporter;
  /** Learns of a server before it is started, so that a start can be stopped half-way. */
  teardown: Teardown;
}

/** Name of the database of the system on a server of ours. */
const databaseName = 'desk';

/** The folder of each server's data, and what a run that was killed may have left there. */
const postgresFolder = (stateDir: string): string => join(stateDir, 'postgres');
const redisFolder = (stateDir: string): string => join(stateDir, 'redis');

export async function stopOrphanedServers(stateDir: string): Promise<void> {
  await Promise.all([
    stopOrphanedPostgres(postgresFolder(stateDir)),
    stopOrphanedRedis(redisFolder(stateDir)),
  ]);
}

export interface StartedServer {
  url: string;
  /** Absent when the server is not ours. */
  server?: ManagedServer;
}

/** The server of DATABASE_URL, whose user must be an administrator, else one of our own. */
export async function startDatabase(place: ServerPlace, given: string | undefined): Promise<StartedServer> {
  if (given) return { url: given };
  const { stateDir, port, logFile, reporter, teardown } = place;
  const launch = () => startPostgres({ dataDir: postgresFolder(stateDir), port, logFile });
  const server = new ManagedServer('postgres', launch, reporter.note);
  teardown.add(() => server.stop());
  const { url } = await reporter.step(
    'PostgreSQL',
    () => server.start(),
    () => `PostgreSQL on port ${port}`,
  );
  return { url: url.replace(/\/postgres$/, `/${databaseName}`), server };
}

async function assertRedisAnswers(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    const { host } = new URL(url);
    throw new Error(`REDIS_URL is set, but no Redis answers at ${host}.`, { cause: error });
  } finally {
    redis.disconnect();
  }
}

/** The server of REDIS_URL, else one of our own from what this machine has or may install. */
export async function startQueue(place: ServerPlace, given: string | undefined): Promise<StartedServer> {
  if (given) {
    await assertRedisAnswers(given);
    return { url: given };
  }
  const { stateDir, port, logFile, reporter, teardown } = place;
  let program: RedisProgram | undefined;
  const launch = async () => {
    program ??= await findRedis({ onProgress: (what) => reporter.note(`  ${what}`) });
    return startRedis({ dataDir: redisFolder(stateDir), port, logFile, program });
  };
  const server = new ManagedServer('redis', launch, reporter.note);
  teardown.add(() => server.stop());
  const { url } = await reporter.step(
    'Redis',
    () => server.start(),
    () => `Redis on port ${port}`,
  );
  return { url, server };
}
