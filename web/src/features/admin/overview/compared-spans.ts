import { type DayRange, getPeriod, getPeriodBefore } from '@/components/charts/periods';
import { addDays, type CalendarDay, getWeekday } from '@/lib/calendar-days';

/** Days up to today, and the earlier days they are compared with. */
export interface ComparedSpan {
  readonly name: string;
  /** Says what the days are compared with. */
  readonly note: string;
  /** Name of the earlier days: 'last week'. */
  readonly before: string;
  readonly days: DayRange;
  readonly daysBefore: DayRange;
}

/** Returns today, this week and this month, each with the same days of the last one. Weeks begin on Monday. */
export function listComparedSpans(today: CalendarDay): readonly ComparedSpan[] {
  const monday = addDays(today, 1 - getWeekday(today));
  const yesterday = addDays(today, -1);
  return [
    {
      name: 'Today',
      note: 'beside the whole of yesterday',
      before: 'yesterday',
      days: { from: today, to: today },
      daysBefore: { from: yesterday, to: yesterday },
    },
    {
      name: 'This week',
      note: 'beside the same days last week',
      before: 'last week',
      days: { from: monday, to: today },
      daysBefore: { from: addDays(monday, -7), to: addDays(today, -7) },
    },
    {
      name: 'This month',
      note: 'beside the same days last month',
      before: 'last month',
      days: getPeriod('month', today),
      daysBefore: getPeriodBefore('month', today),
    },
  ];
}

/** All days of the compared spans: last month begins first. */
export const getComparedDays = (today: CalendarDay): DayRange => ({
  from: getPeriod('last-month', today).from,
  to: today,
});
