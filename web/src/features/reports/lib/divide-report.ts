import { toCents } from '@desk/contracts/money';
import { divideByTime, type TimeSpan } from '@/lib/time-spans';
import type { Report } from '../api/reports.api';

/** A day or a month of the agent's report. */
export interface ReportSpan extends TimeSpan {
  readonly leads: number;
  readonly spentCents: number;
}

/** Divides the report into days, including those without leads. A long report is divided into months. */
export const divideReport = (report: Pick<Report, 'from' | 'to' | 'today' | 'days'>): ReportSpan[] =>
  divideByTime(report, (days) => ({
    leads: days.reduce((sum, { leads }) => sum + leads, 0),
    spentCents: days.reduce((sum, { spent }) => sum + toCents(spent), 0),
  }));
