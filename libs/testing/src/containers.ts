import type { Infrastructure } from './infrastructure.js';

/** Images as in docker-compose.yml. Testcontainers' reaper removes them after a crash of the test runner. */
export async function startInContainers(): Promise<Infrastructure> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const postgres = await new GenericContainer('postgres:18')
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withExposedPorts(5432)
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
    // The image starts the server twice: the first one only sets it up.
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .withStartupTimeout(120_000)
    .start();
  try {
    const redis = await new GenericContainer('redis:8')
      .withExposedPorts(6379)
      .withCommand(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''])
      .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
      .withStartupTimeout(120_000)
      .start();
    return {
      databaseUrl: `postgres://postgres:postgres@${postgres.getHost()}:${postgres.getMappedPort(5432)}/postgres`,
      redisUrl: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
      source: 'containers',
      stop: async () => {
        await Promise.all([postgres.stop(), redis.stop()]);
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
