import {
  addDays,
  addMonths,
  type CalendarDay,
  endOfMonth,
  isWeekend,
  listDays,
  startOfMonth,
} from './calendar-days';
import { dateFormatter } from './dates';
import { formatMonth } from './months';

/** A day or a month of a report. */
export interface TimeSpan {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** 'Tue, Nov 24' or 'November 2026'. */
  readonly name: string;
  /** Under an axis: 'Nov 24', 'Nov', or 'Today'. */
  readonly label: string;
  /** A weekend day, on which less is expected. */
  readonly isQuiet: boolean;
  /** The span has not ended, so its counts still grow. */
  readonly isUnfinished: boolean;
}

/** More bars would be thinner than a pixel or two on a phone. */
const DAYS_MAX = 92;

const formatDayName = dateFormatter({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const formatDayLabel = dateFormatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const formatMonthLabel = dateFormatter({ month: 'short', timeZone: 'UTC' });

/** A report on a range of days. Days without counts may be missing. */
interface DailyReport<Day> {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly today: CalendarDay;
  readonly days: readonly Day[];
}

/** Whether the report is divided into months, because it has too many days. */
export const isByMonth = ({ from, to }: Pick<DailyReport<unknown>, 'from' | 'to'>): boolean =>
  addDays(from, DAYS_MAX) <= to;

/** Divides a report into days, or a long one into months. `sum` adds up the days of a span, which can be none. */
export function divideByTime<Day extends { readonly day: CalendarDay }, Counts>(
  report: DailyReport<Day>,
  sum: (days: readonly Day[]) => Counts,
): (TimeSpan & Counts)[] {
  const spans = isByMonth(report) ? divideIntoMonths(report) : divideIntoDays(report);
  return spans.map((span) => ({
    ...span,
    ...sum(report.days.filter(({ day }) => span.from <= day && day <= span.to)),
  }));
}

const divideIntoDays = ({ from, to, today }: DailyReport<unknown>): TimeSpan[] =>
  listDays(from, to).map((day) => ({
    from: day,
    to: day,
    name: formatDayName(day),
    label: day === today ? 'Today' : formatDayLabel(day),
    isQuiet: isWeekend(day),
    isUnfinished: day === today,
  }));

function divideIntoMonths({ from, to, today }: DailyReport<unknown>): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (let start = from; start <= to; start = startOfMonth(addMonths(start, 1))) {
    const end = endOfMonth(start) < to ? endOfMonth(start) : to;
    const isUnfinished = start <= today && today <= end;
    spans.push({
      from: start,
      to: end,
      name: formatMonth(start),
      label: isUnfinished ? 'This month' : formatMonthLabel(start),
      isQuiet: false,
      isUnfinished,
    });
  }
  return spans;
}
