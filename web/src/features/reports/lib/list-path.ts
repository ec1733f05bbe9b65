import type { RouteQuery } from '@/lib/api-client';

type ListFilters = Pick<
  RouteQuery<'listLeads'>,
  'from' | 'to' | 'state' | 'leadType' | 'ageRange' | 'assetBand' | 'disposition'
>;

/** Returns the path of the agent's list of leads with these filters. */
export const listPath = (filters: ListFilters): string =>
  `/dashboard?${new URLSearchParams(filters as Record<string, string>).toString()}#recent-leads`;
