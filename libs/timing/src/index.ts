export { type Backoff, backoffMs } from './backoff.js';
export { Collector } from './collector.js';
export { PeriodicTask, type PeriodicTaskOptions, type TaskRun } from './periodic-task.js';
export { TimeoutError, withTimeout } from './with-timeout.js';
