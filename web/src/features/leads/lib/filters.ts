import { type LeadPeriod, LEADS_PAGE_MAX } from '@desk/contracts/leads/sold-leads.values';
import { truncate } from '@desk/contracts/format/truncate';
import { SEARCH_MAX } from '@desk/contracts/search.values';

/** Filters of the lead list, kept in the query string so Back and reload preserve them. */
export interface LeadFilters {
  readonly search: string;
  /** Null for all time. */
  readonly days: LeadPeriod | null;
  readonly page: number;
}

export const periodLabels: Record<LeadPeriod, string> = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  14: 'Last 14 days',
  30: 'Last 30 days',
};

const isPeriod = (text: string | null): text is LeadPeriod =>
  text !== null && Object.hasOwn(periodLabels, text);

/** Ignores invalid values. */
export function parseFilters(params: URLSearchParams): LeadFilters {
  const days = params.get('days');
  const page = Number(params.get('page'));
  return {
    search: truncate((params.get('search') ?? '').trim(), SEARCH_MAX, ''),
    days: isPeriod(days) ? days : null,
    page: Number.isInteger(page) && page >= 1 && page <= LEADS_PAGE_MAX ? page : 1,
  };
}

/** Returns '' or '?…', leaving out default values. */
export function toQuery({ search, days, page = 1 }: Omit<LeadFilters, 'page'> & { page?: number }): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (days !== null) params.set('days', days);
  if (page !== 1) params.set('page', String(page));
  return params.size === 0 ? '' : `?${params.toString()}`;
}

export const isFiltered = ({ search, days }: LeadFilters): boolean => search !== '' || days !== null;
/** Whether a new lead would appear at the top of the list. */
export const showsNewest = (filters: LeadFilters): boolean => !isFiltered(filters) && filters.page === 1;

export const defaultFilters: LeadFilters = { search: '', days: null, page: 1 };
