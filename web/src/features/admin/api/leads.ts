import type { LeadState } from '@desk/contracts/leads/leads.values';
import { routeQuery } from '@/lib/route-query';
import type { SortOrder } from '../lib/labels';
import { listOptions } from './list-options';

export interface LeadHistoryView {
  readonly status: LeadState | null;
  readonly search: string;
  /** Only leads of this user, instead of a search. */
  readonly user?: string | null;
  readonly order: SortOrder;
  readonly after: string | null;
}

export const leadHistoryQuery = ({ status, search, user = null, order, after }: LeadHistoryView) => ({
  ...routeQuery('listLeadHistory', { query: { status, search, user, order, after } }),
  ...listOptions,
});

export const leadTimelineQuery = (leadId: string) => ({
  ...routeQuery('getLeadTimeline', { params: { leadId } }),
  refetchOnMount: 'always' as const,
});
