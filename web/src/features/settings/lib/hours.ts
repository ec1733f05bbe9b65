import type { WeeklyPeriod } from '@desk/contracts/leads/filters.schemas';
import { MINUTES_PER_DAY } from '@desk/contracts/leads/filters.values';

const STEP_MINUTES = 30;
/** Of a day that was just chosen: 9 AM to 5 PM. */
export const OFFICE_HOURS = { from: 9 * 60, to: 17 * 60 } as const;

/** Times to choose from, with the saved one, which may be any minute. */
export function listTimes(min: number, max: number, saved: number): number[] {
  const times = Array.from(
    { length: MINUTES_PER_DAY / STEP_MINUTES + 1 },
    (_, index) => index * STEP_MINUTES,
  );
  return [...new Set([...times, saved])]
    .filter((time) => time >= min && time <= max)
    .toSorted((a, b) => a - b);
}

export const periodsOf = (hours: readonly WeeklyPeriod[], day: number): WeeklyPeriod[] =>
  hours.filter((period) => period.day === day).toSorted((a, b) => a.from - b.from);

export const withoutDay = (hours: readonly WeeklyPeriod[], day: number): WeeklyPeriod[] =>
  hours.filter((period) => period.day !== day);

/** Reads an amount in dollars as cents; null if empty, undefined if it is no amount. */
export function parseBudget(text: string): number | null | undefined {
  const trimmed = text.trim().replace(/^\$/, '').replaceAll(',', '');
  if (trimmed === '') return null;
  return /^\d+(\.\d{1,2})?$/.test(trimmed) ? Math.round(Number(trimmed) * 100) : undefined;
}

export const formatBudget = (cents: number | null): string =>
  cents === null ? '' : cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
