import type { LeadState } from '@desk/contracts/leads/leads.values';
import { routeQuery } from '@/lib/route-query';
import type { SortOrder } from '../lib/labels';
import { listOptions } from './list-options';

export interface LeadHistoryView {
  readonly status: LeadState | null;
  readonly search: string;
  readonly order: SortOrder;
  readonly after: string | null;
}

export const leadHistoryQuery = ({ status, search, order, after }: LeadHistoryView) => ({
  ...routeQuery('listLeadHistory', { query: { status, search, order, after } }),
  ...listOptions,
});

export const leadTimelineQuery = (leadId: string) => ({
  ...routeQuery('getLeadTimeline', { params: { leadId } }),
  refetchOnMount: 'always' as const,
});
