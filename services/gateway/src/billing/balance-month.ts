import type { BalanceReport, getBalanceReport, MoneyReport, RequestOf } from '@desk/contracts';

/** Returns the first and the last day of a calendar month: `2026-03`. */
export function toPeriod(month: string): RequestOf<typeof getBalanceReport> {
  const from = `${month}-01`;
  const last = new Date(from);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return { from, to: last.toISOString().slice(0, 10) };
}

/** The report of the month that `toPeriod` was given. */
export const toBalanceReport = ({ from, timeZone, days, totals }: MoneyReport): BalanceReport => ({
  month: from.slice(0, 7),
  timeZone,
  days,
  totals,
});
