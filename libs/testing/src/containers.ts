import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import pg from 'pg';
import { guardContainers } from './embedded/index.js';
import type { Infrastructure } from './infrastructure.js';
import { eventually } from './wait.js';

const startupMs = 120_000;
const label = 'annuity-desk.test-run';

// The image starts PostgreSQL twice, first without a port to set it up: only a connection tells that it is done.
async function connects(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function pings(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

/** Images as in docker-compose.yml. They go with this process also where Testcontainers' reaper is disabled. */
export async function startInContainers(): Promise<Infrastructure> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const run = randomBytes(8).toString('hex');
  guardContainers(`${label}=${run}`);
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
      .withLabels({ [label]: run })
      .withExposedPorts(port)
      .withCommand(command)
      .withWaitStrategy(Wait.forListeningPorts())
      .withStartupTimeout(startupMs)
      .start();
    started.push(container);
    return `${container.getHost()}:${container.getMappedPort(port)}`;
  };
  try {
    const postgres = ['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'];
    const redis = ['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''];
    // Only a published port leads there, and what comes through it does not look local.
    redis.push('--protected-mode', 'no');
    const addresses = await Promise.all([
      start('postgres:18', 5432, postgres, { POSTGRES_PASSWORD: 'postgres' }),
      start('redis:8', 6379, redis, {}),
    ]);
    const databaseUrl = `postgres://postgres:postgres@${addresses[0]}/postgres`;
    const redisUrl = `redis://${addresses[1]}`;
    await eventually(() => connects(databaseUrl), { timeoutMs: startupMs, intervalMs: 100 });
    await eventually(() => pings(redisUrl), { timeoutMs: startupMs, intervalMs: 100 });
    return { databaseUrl, redisUrl, source: 'containers', stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}
