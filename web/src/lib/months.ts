import { dateFormatter } from './dates';

/** A calendar month in a time zone: `2026-03`, as Swedish dates are written. */
const monthOf = (instant: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' }).format(new Date(instant));

/** The months from the first to that of `now`, newest first. */
export function listMonths(since: string, now: number, timeZone: string): string[] {
  const [first, last] = [monthOf(since, timeZone), monthOf(now, timeZone)];
  const months: string[] = [];
  for (let month = last; month >= first; month = previousMonth(month)) months.push(month);
  return months.length > 0 ? months : [last];
}

function previousMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

/** '2026-03' → 'March 2026'. */
export const formatMonth = dateFormatter({ month: 'long', year: 'numeric', timeZone: 'UTC' });
