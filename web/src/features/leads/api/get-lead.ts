import type { LeadPage } from '@desk/contracts/leads/sold-leads.http';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

export const leadQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['/api/leads', 'one', leadId],
    queryFn: () => api<LeadPage>('GET', `/api/leads/${encodeURIComponent(leadId)}`),
    refetchOnMount: 'always',
  });

export const useLead = (leadId: string) => useQuery(leadQuery(leadId));
