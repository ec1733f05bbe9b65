export { answerCommands, type Answers } from './answer-commands.js';
export { type Certificate, createCertificate, trustCertificate } from './certificate.js';
export {
  copyTestDatabase,
  createServiceDatabase,
  createTestDatabase,
  createTestRedis,
  type TestDatabase,
  type TestRedis,
  vacuum,
} from './database.js';
export { testDataKey } from './data-keys.js';
export { probeTableRights } from './table-rights.js';
export { hostileShapes } from './hostile-texts.js';
export { type RedisServer, startRedisServer } from './redis-server.js';
export {
  messageKeysOf,
  openPublished,
  sealerOf,
  sealEvent,
  TestMessages,
  withRecentProof,
} from './test-messages.js';
export { SoftwareAuthenticator } from './software-authenticator.js';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.js';
export { eventually } from './wait.js';
export { runRetention } from './run-retention.js';
