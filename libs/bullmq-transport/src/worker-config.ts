import type { QueueName } from '@desk/contracts';
import type { Backoff } from '@desk/timing';

/** Every setting of a queue and its worker. Times in milliseconds. */
export interface QueueSettings {
  /** Jobs handled at once by one process. */
  readonly concurrency: number;
  /** Attempts of one job before the caller gets an error (rpc) or the outbox republishes it (events). */
  readonly attempts: number;
  /** Pauses between attempts. */
  readonly backoff: Backoff;
  /** How long a job stays with a process that stopped renewing its lock. */
  readonly lockDuration: number;
  readonly stalledInterval: number;
  /** A handler that takes longer counts as failed. Well above what its own timeouts allow. */
  readonly handlerTimeout: number;
  /** How often a job may lose its process before BullMQ fails it for good. */
  readonly maxStalledCount: number;
  /** Retention of finished jobs in seconds. 0 removes them at once. */
  readonly keepCompletedSeconds: number;
  readonly keepFailedSeconds: number;
}

const rpc: QueueSettings = {
  concurrency: 64,
  attempts: 3,
  backoff: { firstMs: 40, maxMs: 200 },
  lockDuration: 10_000,
  stalledInterval: 5_000,
  handlerTimeout: 60_000,
  maxStalledCount: 3,
  keepCompletedSeconds: 0,
  keepFailedSeconds: 3_600,
};

/** Failed events are removed: the outbox republishes them, and a stored job would block its own id. */
const events: QueueSettings = {
  concurrency: 16,
  attempts: 8,
  backoff: { firstMs: 100, maxMs: 10_000 },
  lockDuration: 6_000,
  stalledInterval: 3_000,
  handlerTimeout: 180_000,
  maxStalledCount: 1_000_000,
  keepCompletedSeconds: 0,
  keepFailedSeconds: 0,
};

/** Total, so that a queue without settings does not compile. */
export const queueSettings: Record<QueueName, QueueSettings> = {
  'accounts.rpc': rpc,
  'accounts.events': events,
  'billing.rpc': rpc,
  // A charge mostly waits for the provider.
  'billing.events': { ...events, concurrency: 48 },
  'lead-router.rpc': rpc,
  'lead-router.events': events,
  'notifier.rpc': rpc,
  // A delivery mostly waits for the mail server.
  'notifier.events': { ...events, concurrency: 32 },
};
