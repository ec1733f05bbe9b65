import './typescript-sources.mjs';

/** One PostgreSQL and one Redis for the whole run; the workers find them in their environment. */
export default async function globalSetup() {
  const { startInfrastructure } = await import('../src/infrastructure.ts');
  const infrastructure = await startInfrastructure();
  process.env.TEST_DATABASE_URL = infrastructure.databaseUrl;
  process.env.TEST_REDIS_URL = infrastructure.redisUrl;
  globalThis.testInfrastructure = infrastructure;
}
