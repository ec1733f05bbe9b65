export {
  copyTestDatabase,
  createTestDatabase,
  createTestRedis,
  type TestDatabase,
  type TestRedis,
} from './database.js';
export { startInfrastructure, type Infrastructure } from './infrastructure.js';
export { eventually, type EventuallyOptions } from './wait.js';
