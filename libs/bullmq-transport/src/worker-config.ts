import type { QueueName } from '@desk/contracts';

/** Every setting of a queue and its worker. Times in milliseconds. */
export interface QueueSettings {
  /** Jobs handled at once by one process. */
  readonly concurrency: number;
  /** Tries of one job, before the caller is told (rpc) or the outbox starts it anew (events). */
  readonly attempts: number;
  /** The first pause between tries; it doubles, with jitter, up to `maxBackoff`. */
  readonly backoff: number;
  readonly maxBackoff: number;
  /** How long a job stays with a process that has gone silent. */
  readonly lockDuration: number;
  readonly stalledInterval: number;
  /** How often a job may lose its process before BullMQ gives it up. */
  readonly maxStalledCount: number;
  /** Finished jobs kept: seconds. 0 removes at once. */
  readonly keepCompletedSeconds: number;
  readonly keepFailedSeconds: number;
}

const rpc: QueueSettings = {
  concurrency: 64,
  attempts: 3,
  backoff: 40,
  maxBackoff: 200,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 3,
  keepCompletedSeconds: 0,
  keepFailedSeconds: 3_600,
};

/** A failed event is removed, because its outbox row starts it anew; a kept one would block its own id. */
const events: QueueSettings = {
  concurrency: 16,
  attempts: 8,
  backoff: 100,
  maxBackoff: 10_000,
  lockDuration: 6_000,
  stalledInterval: 3_000,
  maxStalledCount: 1_000_000,
  keepCompletedSeconds: 0,
  keepFailedSeconds: 0,
};

/** Total on purpose: a queue without settings does not compile. */
export const queueSettings: Record<QueueName, QueueSettings> = {
  'accounts.rpc': rpc,
  'accounts.events': events,
  'billing.rpc': rpc,
  // A charge waits for the provider most of its time.
  'billing.events': { ...events, concurrency: 48 },
  'lead-router.rpc': rpc,
  'lead-router.events': events,
  'notifier.rpc': rpc,
  // A delivery waits for the mail server most of its time.
  'notifier.events': { ...events, concurrency: 32 },
};

/** The pause before try `attemptsMade + 1`: doubling, capped, between half and the whole of it at random. */
export function backoffDelay(settings: QueueSettings, attemptsMade: number, random: () => number): number {
  const full = Math.min(settings.maxBackoff, settings.backoff * 2 ** Math.max(0, attemptsMade - 1));
  return Math.round(full * (0.5 + random() / 2));
}
