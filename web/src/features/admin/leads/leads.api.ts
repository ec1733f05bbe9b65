import type { RouteQuery } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { listOptions } from '../list-options';

export const leadHistoryQuery = (query: RouteQuery<'listLeadHistory'>) => ({
  ...routeQuery('listLeadHistory', { query }),
  ...listOptions,
});

export const leadTimelineQuery = (leadId: string) => ({
  ...routeQuery('getLeadTimeline', { params: { leadId } }),
  refetchOnMount: 'always' as const,
});
