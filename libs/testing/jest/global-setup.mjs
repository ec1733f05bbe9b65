import { randomBytes } from 'node:crypto';
import './typescript-sources.mjs';

/** Starts one PostgreSQL and one Redis for the whole run. Workers find them in their environment. */
export default async function globalSetup() {
  const { startInfrastructure } = await import('../src/start-infrastructure.ts');
  const infrastructure = await startInfrastructure();
  process.env.TEST_DATABASE_URL = infrastructure.databaseUrl;
  process.env.TEST_REDIS_URL = infrastructure.redisUrl;
  process.env.TEST_RUN_ID = randomBytes(6).toString('hex');
  globalThis.testInfrastructure = infrastructure;
}
