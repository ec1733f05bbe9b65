import { ageRanges, assetBands, leadTypes } from '@desk/contracts/leads/leads.values';
import {
  type LeadPeriod,
  LEADS_PAGE_MAX,
  LEADS_PAGE_SIZE,
  type ReminderFilter,
} from '@desk/contracts/leads/sold-leads.values';
import { truncate } from '@desk/contracts/format/truncate';
import { SEARCH_MAX } from '@desk/contracts/search.values';
import { choice, day, pageNumber, search, toLabels, type ViewOf } from '@/components/list/list-params';
import { dispositionLabels } from './lead-labels';
import { toListLocation } from '@/lib/list-location';
import { stateLabels } from '@/lib/state-labels';

const periodLabels: Record<LeadPeriod, string> = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  14: 'Last 14 days',
  30: 'Last 30 days',
};

const reminderLabels: Record<ReminderFilter, string> = {
  due: 'Due now',
  today: 'Due today',
  set: 'Any time',
};

/** Labels of the choices that are made behind "Filters", in the order of their fields. */
export const choiceLabels = {
  disposition: dispositionLabels,
  state: stateLabels,
  leadType: toLabels(leadTypes),
  ageRange: toLabels(ageRanges),
  assetBand: toLabels(assetBands),
  reminder: reminderLabels,
};
export const choiceNames = Object.keys(choiceLabels) as (keyof typeof choiceLabels)[];

const className = 'min-w-0';

/** Parameters that are kept in the URL of the lead list, so that Back, reload and links from other pages work. */
export const leadParams = {
  search: search({ hint: 'Name, email, phone or state' }, (text) => truncate(text.trim(), SEARCH_MAX, '')),
  days: choice('Date', periodLabels, { allLabel: 'All time', className }),
  from: day(),
  to: day(),
  disposition: choice('Status', choiceLabels.disposition, { className }),
  state: choice('State', choiceLabels.state, { className }),
  leadType: choice('Type', choiceLabels.leadType, { className }),
  ageRange: choice('Age', choiceLabels.ageRange, { className }),
  assetBand: choice('Assets', choiceLabels.assetBand, { className }),
  reminder: choice('Call back', choiceLabels.reminder, { className }),
  page: pageNumber(LEADS_PAGE_SIZE, LEADS_PAGE_MAX),
};
export type LeadFilters = ViewOf<typeof leadParams>;

export const isFiltered = (filters: LeadFilters): boolean =>
  Object.entries(filters).some(([name, value]) => name !== 'page' && value !== null && value !== '');
/** Whether a new lead would appear at the top of the list. */
export const showsNewest = (filters: LeadFilters): boolean => !isFiltered(filters) && filters.page === 1;

export const defaultFilters = Object.fromEntries(
  Object.entries(leadParams).map(([name, { initial }]) => [name, initial]),
) as LeadFilters;

/** Returns where the list with these filters is. */
export function toListTarget(filters: LeadFilters): { pathname: string; search: string; hash: string } {
  const url = new URLSearchParams();
  for (const [name, param] of Object.entries(leadParams)) {
    const format = param.format as (value: unknown) => string | null;
    const text = format(filters[name as keyof LeadFilters]);
    if (text !== null) url.set(name, text);
  }
  return { pathname: '/dashboard', ...toListLocation(url) };
}
