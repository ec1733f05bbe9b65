import { DAILY_LIMIT_MAX, DAILY_LIMIT_MIN } from '@desk/contracts/leads/daily-limit.values';

export const SAVE_DELAY_MS = 1_000;
/** Most agents choose at most this limit. */
export const USUAL_MAX = 25;

/** Parses what the user typed and clamps it to the allowed range. Anything that is not a number becomes 1. */
export function parseLimit(typed: string): number {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  if (Number.isNaN(value)) return DAILY_LIMIT_MIN;
  return Math.trunc(Math.min(DAILY_LIMIT_MAX, Math.max(DAILY_LIMIT_MIN, value)));
}

/** Whether a new limit could be an expensive typing mistake. */
export const isLargeRise = (saved: number, limit: number): boolean => limit > USUAL_MAX && limit > 2 * saved;
