import { addDays, addMonths, type CalendarDay, endOfMonth, startOfMonth } from '@/lib/calendar-days';
import { requiredChoice } from '@/components/list/list-params';

export type Period = '30' | '90' | 'month' | 'last-month' | 'year';

export const periodLabels: Readonly<Record<Period, string>> = {
  30: 'Last 30 days',
  90: 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
  year: 'This year',
};

/** Parameters that are kept in the URL of the page. */
export const reportParams = { period: requiredChoice('Period', periodLabels, '30') };

/** Parts of sentences: '42 leads this month, 9 more than in the same days of last month'. */
export const periodPhrases: Readonly<Record<Period, { during: string; before: string }>> = {
  30: { during: 'in the last 30 days', before: 'in the 30 days before' },
  90: { during: 'in the last 90 days', before: 'in the 90 days before' },
  month: { during: 'this month', before: 'in the same days of last month' },
  'last-month': { during: 'last month', before: 'in the month before' },
  year: { during: 'this year', before: 'in the same days of last year' },
};

/** From one day to another, both included. */
export interface DayRange {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

const lastDays = (days: number, to: CalendarDay): DayRange => ({ from: addDays(to, 1 - days), to });

/** Returns the days of the period. */
export function getPeriod(period: Period, today: CalendarDay): DayRange {
  switch (period) {
    case '30':
    case '90':
      return lastDays(Number(period), today);
    case 'month':
      return { from: startOfMonth(today), to: today };
    case 'last-month': {
      const from = startOfMonth(addMonths(today, -1));
      return { from, to: endOfMonth(from) };
    }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

/** Returns the days that the period is compared with. */
export function getPeriodBefore(period: Period, today: CalendarDay): DayRange {
  const { from } = getPeriod(period, today);
  switch (period) {
    case '30':
    case '90':
      return lastDays(Number(period), addDays(from, -1));
    case 'month':
      return { from: addMonths(from, -1), to: addMonths(today, -1) };
    case 'last-month': {
      const monthBefore = addMonths(from, -1);
      return { from: monthBefore, to: endOfMonth(monthBefore) };
    }
    case 'year':
      return { from: addMonths(from, -12), to: addMonths(today, -12) };
  }
}
