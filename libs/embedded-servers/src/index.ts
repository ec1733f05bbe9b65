export { findRedis, isDockerRunning, type RedisProgram } from './find-redis.js';
export { getFreePort, isPortFree } from './ports.js';
export { startPostgres, stopOrphanedPostgres } from './postgres.js';
export {
  createPrivateFolder,
  createPrivateLog,
  createStateFolder,
  makeStateFolder,
  openPrivateLog,
  PRIVATE_FILE,
} from './private-files.js';
export { isAlive, readCommandLine, readLastLines, stopProcess } from './processes.js';
export { startRedis, stopOrphanedRedis } from './redis.js';
export type { RunningServer } from './running-server.js';
export { removeContainersOnExit, removeFolderOnExit, stopProcessOnExit } from './watchdog.js';
