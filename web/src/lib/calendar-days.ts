/** A calendar day, such as '2026-11-24', without a time or a time zone. Days compare as texts do. */
export type CalendarDay = string;

/** Returns the day that it is in this time zone, or in the browser's if it is undefined. */
export const getToday = (timeZone: string | undefined, nowMs: number): CalendarDay =>
  // Swedish dates are ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(nowMs);

const toUtc = (day: CalendarDay): Date => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): CalendarDay => date.toISOString().slice(0, 10);

export function addDays(day: CalendarDay, days: number): CalendarDay {
  const date = toUtc(day);
  date.setUTCDate(date.getUTCDate() + days);
  return toDay(date);
}

/** Adds months. A day that the month does not have becomes its last: Mar 31 less one month is Feb 28 or 29. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const target = toUtc(startOfMonth(day));
  target.setUTCMonth(target.getUTCMonth() + months);
  const sameDay = `${toDay(target).slice(0, 8)}${day.slice(8)}`;
  const lastDay = endOfMonth(toDay(target));
  return sameDay < lastDay ? sameDay : lastDay;
}

export const startOfMonth = (day: CalendarDay): CalendarDay => `${day.slice(0, 8)}01`;

export function endOfMonth(day: CalendarDay): CalendarDay {
  const date = toUtc(startOfMonth(day));
  date.setUTCMonth(date.getUTCMonth() + 1);
  date.setUTCDate(0);
  return toDay(date);
}

/** Lists the days from one to another, both included. */
export function listDays(from: CalendarDay, to: CalendarDay): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** From 1, Monday, to 7. */
export const getWeekday = (day: CalendarDay): number => toUtc(day).getUTCDay() || 7;

export const isWeekend = (day: CalendarDay): boolean => getWeekday(day) > 5;
