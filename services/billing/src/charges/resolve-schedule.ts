const FIRST_MS = 200;
const LONGEST_MS = 60_000;

/** The pause before the provider is asked again: doubling from 200 ms to a minute, half of it at random. */
export function resolveDelay(attempt: number, random: () => number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(attempt - 1, 20), LONGEST_MS);
  return Math.round(full * (0.5 + random() / 2));
}

/** Whether a charge has been unknown for so long that it is to be cancelled rather than sent again. */
export const isOverdue = (firstRequestedAt: Date, now: Date, giveUpMs: number): boolean =>
  now.getTime() - firstRequestedAt.getTime() >= giveUpMs;
