export { type Backoff, backoffMs } from './backoff.js';
export { Collector } from './collector.js';
export { PeriodicTask } from './periodic-task.js';
export { TimeoutError, withTimeout } from './with-timeout.js';
