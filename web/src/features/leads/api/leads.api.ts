import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeKey, routeQuery } from '@/lib/route-query';
import type { LeadFilters } from '../lib/filters';

export const LEADS_KEY = routeKey('listLeads');

export const useLeads = ({ search, days, page }: LeadFilters) =>
  useQuery({
    ...routeQuery('listLeads', { query: { search, days, page: String(page) } }),
    // Shows the cached page while a fresh one loads.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
