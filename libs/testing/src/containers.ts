import { randomBytes } from 'node:crypto';
import { removeContainersOnExit } from '@desk/embedded-servers';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Infrastructure } from './infrastructure.js';
import { eventually } from './wait.js';

const STARTUP_TIMEOUT_MS = 120_000;
const LABEL = 'annuity-desk.test-run';

// The image starts PostgreSQL twice, first without a port for its setup. Only a connection shows that it is ready.
async function connectToPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

/**
 * Starts the images of docker-compose.yml. They are removed when this process ends, even where Testcontainers' own
 * cleanup is disabled.
 */
export async function startInContainers(): Promise<Infrastructure> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const run = randomBytes(8).toString('hex');
  removeContainersOnExit(`${LABEL}=${run}`);
  const started: { stop: () => Promise<unknown> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((container) => container.stop()));
  };
  const start = async (
    image: string,
    port: number,
    command: string[],
    environment: Record<string, string>,
  ) => {
    const container = await new GenericContainer(image)
      .withEnvironment(environment)
      .withLabels({ [LABEL]: run })
      .withExposedPorts(port)
      .withCommand(command)
      .withWaitStrategy(Wait.forListeningPorts())
      .withStartupTimeout(STARTUP_TIMEOUT_MS)
      .start();
    started.push(container);
    return `${container.getHost()}:${container.getMappedPort(port)}`;
  };
  try {
    const postgres = ['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'];
    const redis = ['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''];
    // Connections through the published port do not look local, which protected mode would reject.
    redis.push('--protected-mode', 'no');
    const addresses = await Promise.all([
      start('postgres:18', 5432, postgres, { POSTGRES_PASSWORD: 'postgres' }),
      start('redis:8', 6379, redis, {}),
    ]);
    const databaseUrl = `postgres://postgres:postgres@${addresses[0]}/postgres`;
    const redisUrl = `redis://${addresses[1]}`;
    await eventually(() => connectToPostgres(databaseUrl), {
      timeoutMs: STARTUP_TIMEOUT_MS,
      intervalMs: 100,
    });
    await eventually(() => pingRedis(redisUrl), { timeoutMs: STARTUP_TIMEOUT_MS, intervalMs: 100 });
    return { databaseUrl, redisUrl, source: 'containers', stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}
