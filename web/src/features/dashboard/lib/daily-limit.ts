export const LIMIT_MIN = 1;
export const LIMIT_MAX = 1_000;
/** Shown until the one in force is known. */
export const LIMIT_BEFORE_LOADED = 5;
/** From the last edit to its being saved. */
export const SAVE_DELAY_MS = 1_000;

/** What somebody typed, as a limit: what is no number is 1, and beyond either end is that end. */
export function toLimit(typed: string): number {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if (Number.isNaN(value)) return LIMIT_MIN;
  return Math.trunc(Math.min(LIMIT_MAX, Math.max(LIMIT_MIN, value)));
}
