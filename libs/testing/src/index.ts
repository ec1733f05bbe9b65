export {
  copyTestDatabase,
  createTestDatabase,
  createTestRedis,
  type TestDatabase,
  type TestRedis,
} from './database.js';
export type { Infrastructure } from './infrastructure.js';
export { startInfrastructure } from './start-infrastructure.js';
export { eventually, type EventuallyOptions } from './wait.js';
export { runRetention } from './run-retention.js';
