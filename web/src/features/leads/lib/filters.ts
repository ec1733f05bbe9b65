import type { LeadPeriod } from '@desk/contracts/leads/sold-leads.values';

/** What of the agent's leads is shown. It stands in the address, so that going back and reloading keep it. */
export interface LeadFilters {
  readonly search: string;
  /** Of the last so many days; null: of all time. */
  readonly days: LeadPeriod | null;
  readonly page: number;
}

export const PAGE_SIZE = 10;
/** As the API takes them. */
const SEARCH_MAX = 200;
const PAGE = /^[1-9]\d{0,4}$/;

/** Total, so that a period of the API cannot be forgotten. */
export const periodNames: Record<LeadPeriod, string> = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  14: 'Last 14 days',
  30: 'Last 30 days',
};

const isPeriod = (text: string | null): text is LeadPeriod =>
  text !== null && Object.hasOwn(periodNames, text);

/** Whatever makes no sense in an address is as if it were not there. */
export function readFilters(params: URLSearchParams): LeadFilters {
  const days = params.get('days');
  const page = params.get('page') ?? '';
  return {
    search: (params.get('search') ?? '').trim().slice(0, SEARCH_MAX).trim(),
    days: isPeriod(days) ? days : null,
    page: PAGE.test(page) ? Number(page) : 1,
  };
}

/** '' or '?…': only what differs from the newest leads of all. */
export function toQuery({ search, days, page = 1 }: Omit<LeadFilters, 'page'> & { page?: number }): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (days !== null) params.set('days', days);
  if (page !== 1) params.set('page', String(page));
  return params.size === 0 ? '' : `?${params.toString()}`;
}

export const isFiltered = ({ search, days }: LeadFilters): boolean => search !== '' || days !== null;
/** Where a new lead comes in at the top. */
export const isNewest = (filters: LeadFilters): boolean => !isFiltered(filters) && filters.page === 1;

export const newest: LeadFilters = { search: '', days: null, page: 1 };
