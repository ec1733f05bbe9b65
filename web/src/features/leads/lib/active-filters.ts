import type { Period } from '@/components/list/period';
import { dateFormatter, formatDay } from '@/lib/dates';
import { choiceLabels, choiceNames, type LeadFilters, leadParams } from './filters';

/** A filter that is set behind "Filters". */
export interface ActiveFilter {
  readonly label: string;
  /** The change that removes it. */
  readonly removal: Partial<LeadFilters>;
}

export function listActiveFilters(filters: LeadFilters): ActiveFilter[] {
  const choices = choiceNames.flatMap((name): ActiveFilter[] => {
    const value = filters[name];
    if (value === null) return [];
    const labels: Readonly<Record<string, string>> = choiceLabels[name];
    const label = `${leadParams[name].label}: ${labels[value] ?? value}`;
    return [{ label, removal: { [name]: null } }];
  });
  const period = describePeriod(filters);
  return period === null ? choices : [...choices, { label: period, removal: { from: null, to: null } }];
}

/** Formats a calendar day as MMM d. */
const formatDayOfYear = dateFormatter({ month: 'short', day: 'numeric', timeZone: 'UTC' });

function describePeriod({ from, to }: Period): string | null {
  if (from === null) return to === null ? null : `Sold ${formatDay(to)} or earlier`;
  if (to === null) return `Sold ${formatDay(from)} or later`;
  if (from === to) return `Sold ${formatDay(from)}`;
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `Sold ${isOneYear ? formatDayOfYear(from) : formatDay(from)} – ${formatDay(to)}`;
}
