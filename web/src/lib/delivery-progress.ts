interface Progress {
  readonly status: string;
  readonly nextAttemptAt: string | null;
}

const POLL_INTERVAL_MS = 2_000;
const SOON_MS = 30_000;
/** A delivery overdue for longer is not polled: its service is probably down. */
const OVERDUE_MS = 60_000;

/** Whether a delivery is being sent, rather than waiting for an attempt in minutes or hours. */
const isBeingSent = ({ status, nextAttemptAt }: Progress, now: number): boolean => {
  if (status !== 'queued' || nextAttemptAt === null) return false;
  const dueInMs = Date.parse(nextAttemptAt) - now;
  return dueInMs < SOON_MS && dueInMs > -OVERDUE_MS;
};

/** Returns how often to poll deliveries, so that the page shows the outcome of those being sent. */
export const deliveryPollInterval = (
  deliveries: readonly Progress[] | undefined,
  now = Date.now(),
): number | false =>
  deliveries?.some((delivery) => isBeingSent(delivery, now)) === true ? POLL_INTERVAL_MS : false;
