import type { LeadState } from '@desk/contracts/leads/leads.values';
import { queryOptions } from '@tanstack/react-query';
import { callRoute, routeKey } from '@/lib/api-client';
import type { SortOrder } from '../lib/labels';
import { listOptions } from './list-options';

export interface LeadHistoryView {
  readonly status: LeadState | null;
  readonly search: string;
  readonly order: SortOrder;
  readonly after: string | null;
}

export const leadHistoryQuery = ({ status, search, order, after }: LeadHistoryView) =>
  queryOptions({
    queryKey: routeKey('listLeadHistory', { status, search, order, after }),
    queryFn: () => callRoute('listLeadHistory', { query: { status, search, order, after } }),
    ...listOptions,
  });

export const leadTimelineQuery = (leadId: string) =>
  queryOptions({
    queryKey: routeKey('getLeadTimeline', leadId),
    queryFn: () => callRoute('getLeadTimeline', { params: { leadId } }),
    refetchOnMount: 'always',
  });
