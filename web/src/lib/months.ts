import { addMonths, getToday } from './calendar-days';
import { dateFormatter } from './dates';

/** Lists the months from that of `sinceMs` to that of `nowMs`, newest first, each as '2026-03'. An undefined zone is the browser's. */
export function listMonths(sinceMs: number, nowMs: number, timeZone: string | undefined): string[] {
  const [first, last] = [getToday(timeZone, sinceMs).slice(0, 7), getToday(timeZone, nowMs).slice(0, 7)];
  const months: string[] = [];
  for (let month = last; month >= first; month = addMonths(`${month}-01`, -1).slice(0, 7)) months.push(month);
  return months.length > 0 ? months : [last];
}

/** '2026-03' → 'March 2026'. */
export const formatMonth = dateFormatter({ month: 'long', year: 'numeric', timeZone: 'UTC' });
