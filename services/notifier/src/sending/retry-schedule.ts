const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Fast at first, because a lead is worth most in its first minutes; about a day in total. */
const DELAYS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 20].map((minutes) => minutes * MINUTE_MS),
  ...Array.from({ length: 46 }, () => 30 * MINUTE_MS),
];

/** A recipient that asks for more is tried again after this. No delay is longer. */
export const MAX_RETRY_AFTER_MS = 60 * MINUTE_MS;

export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/**
 * Returns the delay between the failure of attempt number `attempt`, counted from 1, and the next attempt; undefined
 * after the last. Jitter of ±20% spreads messages that failed together.
 *
 * @param retryAfterMs how long the recipient asked us to wait at least
 */
export function retryDelayMs(attempt: number, random: () => number, retryAfterMs = 0): number | undefined {
  const delayMs = DELAYS_MS[attempt - 1];
  if (delayMs === undefined) return undefined;
  return Math.max(Math.round(delayMs * (0.8 + random() * 0.4)), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}
