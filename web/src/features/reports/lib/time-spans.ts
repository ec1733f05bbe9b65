import { toCents } from '@desk/contracts/money';
import type { RouteAnswer } from '@/lib/api-client';
import {
  addDays,
  addMonths,
  type CalendarDay,
  endOfMonth,
  isWeekend,
  listDays,
  startOfMonth,
} from '@/lib/calendar-days';
import { dateFormatter } from '@/lib/dates';
import { formatMonth } from '@/lib/months';

type Report = RouteAnswer<'getAgentReport'>;

/** A day or a month of a report. */
export interface TimeSpan {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** 'Tue, Nov 24' or 'November 2026'. */
  readonly name: string;
  /** Under an axis: 'Nov 24', 'Nov', or 'Today'. */
  readonly label: string;
  readonly leads: number;
  readonly spentCents: number;
  /** A weekend day, on which less is expected. */
  readonly isQuiet: boolean;
  /** Has not ended: its counts still grow. */
  readonly isUnfinished: boolean;
}

/** More bars would be thinner than a pixel or two on a phone. */
const DAYS_MAX = 92;

const formatDayName = dateFormatter({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const formatDayLabel = dateFormatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const formatMonthLabel = dateFormatter({ month: 'short', timeZone: 'UTC' });

function countLeads(days: Report['days']): Pick<TimeSpan, 'leads' | 'spentCents'> {
  return {
    leads: days.reduce((sum, { leads }) => sum + leads, 0),
    spentCents: days.reduce((sum, { spent }) => sum + toCents(spent), 0),
  };
}

/** Whether the report is divided into months, because it has too many days. */
export const isByMonth = ({ from, to }: Pick<Report, 'from' | 'to'>): boolean =>
  addDays(from, DAYS_MAX) <= to;

/** Divides a report into days, also those without leads, or a long one into months. */
export function divideReport(report: Pick<Report, 'from' | 'to' | 'today' | 'days'>): TimeSpan[] {
  return isByMonth(report) ? divideIntoMonths(report) : divideIntoDays(report);
}

function divideIntoDays({
  from,
  to,
  today,
  days,
}: Pick<Report, 'from' | 'to' | 'today' | 'days'>): TimeSpan[] {
  const counted = new Map(days.map((day) => [day.day, day]));
  return listDays(from, to).map((day) => {
    const counts = counted.get(day);
    return {
      from: day,
      to: day,
      name: formatDayName(day),
      label: day === today ? 'Today' : formatDayLabel(day),
      ...countLeads(counts === undefined ? [] : [counts]),
      isQuiet: isWeekend(day),
      isUnfinished: day === today,
    };
  });
}

function divideIntoMonths({
  from,
  to,
  today,
  days,
}: Pick<Report, 'from' | 'to' | 'today' | 'days'>): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (let start = from; start <= to; start = startOfMonth(addMonths(start, 1))) {
    const end = endOfMonth(start) < to ? endOfMonth(start) : to;
    const isUnfinished = start <= today && today <= end;
    spans.push({
      from: start,
      to: end,
      name: formatMonth(start),
      label: isUnfinished ? 'This month' : formatMonthLabel(start),
      ...countLeads(days.filter(({ day }) => start <= day && day <= end)),
      isQuiet: false,
      isUnfinished,
    });
  }
  return spans;
}
