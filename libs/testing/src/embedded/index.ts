export { dockerAnswers } from './docker.js';
export { findRedis, type FindRedisOptions, type RedisProgram } from './find-redis.js';
export { guardContainers, guardFolder, guardProcess } from './guard.js';
export { freePort, isPortFree } from './ports.js';
export { startPostgres, stopLeftOverPostgres, type PostgresOptions, type RunningServer } from './postgres.js';
export { commandLineOf, isAlive, lastLines, runningPid, signalProcess, stopProcess } from './processes.js';
export { startRedis, stopLeftOverRedis, type RedisOptions } from './redis.js';
