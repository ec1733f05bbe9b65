import type { RouteQuery } from '@/lib/api-client';

type ListFilters = Pick<
  RouteQuery<'listLeads'>,
  'from' | 'to' | 'state' | 'leadType' | 'ageRange' | 'assetBand' | 'disposition'
>;

/** Returns where the agent's list of these leads is. */
export const listPath = (filters: ListFilters): string =>
  `/dashboard?${new URLSearchParams(filters as Record<string, string>).toString()}#recent-leads`;
