const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Quick at first, since a lead is worth most in its first minutes; then patient, for a day in all. */
const PAUSES_MS: readonly number[] = [
  ...[1, 2, 5, 10, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 20].map((minutes) => minutes * MINUTE),
  ...Array.from({ length: 46 }, () => 30 * MINUTE),
];

/** After that many attempts, one more is not made. */
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;

/**
 * Milliseconds from the failure of attempt `attempt` (from 1) to the next, up to a fifth more or less at random so
 * that what failed together does not come back together. Undefined when it was the last.
 */
export function retryDelayMs(attempt: number, random: () => number): number | undefined {
  const pause = PAUSES_MS[attempt - 1];
  return pause === undefined ? undefined : Math.round(pause * (0.8 + random() * 0.4));
}
