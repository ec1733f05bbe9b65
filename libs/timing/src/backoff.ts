export interface Backoff {
  /** Pause after the first failure. */
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Returns the pause after this many failures in a row: doubled each time up to a limit, then shortened at random by up
 * to half.
 */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff, random: () => number): number {
  const fullMs = Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(fullMs * (0.5 + random() / 2));
}
