import { type LeadPeriod, LEADS_PAGE_MAX, LEADS_PAGE_SIZE } from '@desk/contracts/leads/sold-leads.values';
import { truncate } from '@desk/contracts/format/truncate';
import { SEARCH_MAX } from '@desk/contracts/search.values';
import { choice, pageNumber, search, type ViewOf } from '@/components/list/list-params';

const periodLabels: Record<LeadPeriod, string> = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  14: 'Last 14 days',
  30: 'Last 30 days',
};

/** What is kept in the URL of the lead list, so that Back and reload preserve it. */
export const leadParams = {
  search: search({ hint: 'Name, email, phone or state' }, (text) => truncate(text.trim(), SEARCH_MAX, '')),
  days: choice('Date', periodLabels, { allLabel: 'All time' }),
  page: pageNumber(LEADS_PAGE_SIZE, LEADS_PAGE_MAX),
};
export type LeadFilters = ViewOf<typeof leadParams>;

export const isFiltered = ({ search, days }: LeadFilters): boolean => search !== '' || days !== null;
/** Whether a new lead would appear at the top of the list. */
export const showsNewest = (filters: LeadFilters): boolean => !isFiltered(filters) && filters.page === 1;

export const defaultFilters: LeadFilters = { search: '', days: null, page: 1 };
