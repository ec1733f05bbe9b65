import type { WeeklyPeriod } from '@desk/contracts/leads/filters.schemas';
import { MINUTES_PER_DAY, weekdays } from '@desk/contracts/leads/filters.values';

const STEP_MINUTES = 30;
/** The hours of a newly added day, if no other day has hours: 9 AM to 5 PM. */
const OFFICE_HOURS = { from: 9 * 60, to: 17 * 60 } as const;

/** Lists half hours to choose from, and the saved time, which may be any minute. */
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

/** Adds days with the hours of the last edited day, or else of the first day that has hours. */
export function addDays(
  hours: readonly WeeklyPeriod[],
  days: readonly number[],
  lastDay: number,
): WeeklyPeriod[] {
  const hasHours = (day: number) => hours.some((period) => period.day === day);
  const copied = [lastDay, ...weekdays].find(hasHours);
  const periods = copied === undefined ? [OFFICE_HOURS] : periodsOf(hours, copied);
  const added = days.filter((day) => !hasHours(day));
  return [...hours, ...added.flatMap((day) => periods.map((period) => ({ ...period, day })))].toSorted(
    (a, b) => a.day - b.day || a.from - b.from,
  );
}
