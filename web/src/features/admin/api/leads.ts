import type { AdminLeadPage, AdminLeads } from '@desk/contracts/leads/lead-history.http';
import type { LeadState } from '@desk/contracts/leads/leads.values';
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import type { SortOrder } from '../lib/labels';
import { listOptions, withQuery } from './list-options';

export interface LeadListView {
  readonly status: LeadState | null;
  readonly search: string;
  readonly order: SortOrder;
  readonly after: string | null;
}

export const leadsQuery = ({ status, search, order, after }: LeadListView) =>
  queryOptions({
    queryKey: ['/api/admin/leads', { status, search, order, after }],
    queryFn: () => api<AdminLeads>('GET', withQuery('/api/admin/leads', { status, search, order, after })),
    ...listOptions,
  });

export const leadQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['/api/admin/leads', leadId],
    queryFn: () => api<AdminLeadPage>('GET', `/api/admin/leads/${encodeURIComponent(leadId)}`),
    refetchOnMount: 'always',
  });
