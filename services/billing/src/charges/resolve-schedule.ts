const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 60_000;

/** Returns the delay before the given attempt: exponential from 200 ms to one minute, half of it jitter. */
export function resolveDelayMs(attempt: number, random: () => number): number {
  const fullMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 20), MAX_DELAY_MS);
  return Math.round(fullMs * (0.5 + random() / 2));
}

/** Whether the charge has been unknown for so long that it must be canceled rather than sent again. */
export const isOverdue = (firstRequestedAt: Date, now: Date, giveUpMs: number): boolean =>
  now.getTime() - firstRequestedAt.getTime() >= giveUpMs;
