import type { Filters } from '@desk/contracts/leads/filters.schemas';
import { filterListNames, filterLists, weekdayNames } from '@desk/contracts/leads/filters.values';
import { formatPrice } from '@desk/contracts/format/price';
import { formatMinute } from '@/lib/format-minute';
import { formatTimeZone } from '@/lib/format-time-zone';

const describeHours = (hours: Filters['hours'], timeZone: string): string =>
  hours.length === 0
    ? 'Any time'
    : `${hours
        .toSorted((a, b) => a.day - b.day || a.from - b.from)
        .map(
          ({ day, from, to }) =>
            `${weekdayNames[day - 1] ?? ''} ${formatMinute(from)} to ${formatMinute(to)}`,
        )
        .join('; ')} (${formatTimeZone(timeZone)})`;

const describeBudget = (cents: number | null): string => (cents === null ? 'None' : formatPrice(cents));

export const describeFilters = (
  filters: Filters,
  timeZone: string,
): readonly (readonly [string, string])[] => [
  ...filterListNames.map((name) => [filterLists[name].label, filters[name].join(', ') || 'All'] as const),
  ['Weekly hours', describeHours(filters.hours, timeZone)],
  ['Weekly budget', describeBudget(filters.weeklyBudgetCents)],
  ['Monthly budget', describeBudget(filters.monthlyBudgetCents)],
];
