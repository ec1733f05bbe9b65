const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 3_600_000;

/** Returns the delay before the given attempt, counted from 2: exponential from 1 s to an hour, half of it jitter. */
export function forgetDelayMs(attempt: number, random: () => number): number {
  const fullMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempt - 2, 20), MAX_DELAY_MS);
  return Math.round(fullMs * (0.5 + random() / 2));
}
