import type { LeadsPage } from '@desk/contracts/leads/sold-leads.http';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import { type LeadFilters, toQuery } from '../lib/filters';

export const LEADS_KEY = ['/api/leads', 'list'] as const;

export const leadsQuery = (filters: LeadFilters) =>
  queryOptions({
    queryKey: [...LEADS_KEY, filters],
    queryFn: () => api<LeadsPage>('GET', `/api/leads${toQuery(filters)}`),
    // Shows the cached page while a fresh one loads.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export const useLeads = (filters: LeadFilters) => useQuery(leadsQuery(filters));
