import { type DayRange, getPeriod, getPeriodBefore } from '@/components/charts/periods';
import { addDays, type CalendarDay, getWeekday } from '@/lib/calendar-days';

/** Days until today, and as many days before them. */
export interface ComparedSpan {
  readonly name: string;
  /** With what it is compared. */
  readonly note: string;
  /** Names the days before: '12 last week'. */
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
