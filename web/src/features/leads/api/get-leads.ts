import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callRoute, routeKey } from '@/lib/api-client';
import type { LeadFilters } from '../lib/filters';

export const LEADS_KEY = routeKey('listLeads');

export const leadsQuery = ({ search, days, page }: LeadFilters) =>
  queryOptions({
    queryKey: routeKey('listLeads', { search, days, page }),
    queryFn: () => callRoute('listLeads', { query: { search, days, page: String(page) } }),
    // Shows the cached page while a fresh one loads.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export const useLeads = (filters: LeadFilters) => useQuery(leadsQuery(filters));
