import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteQuery } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';
import { listOptions } from '../list-options';

export const problemsQuery = (query: RouteQuery<'listProblemReports'>) => ({
  ...routeQuery('listProblemReports', { query }),
  ...listOptions,
});

export const problemQuery = (reportId: string) => ({
  ...routeQuery('getProblemReport', { params: { reportId } }),
  refetchOnMount: 'always' as const,
});

export const problemCountsQuery = (funnelId: string) => ({
  ...routeQuery('countProblemReports', { params: { funnelId } }),
  refetchOnMount: 'always' as const,
});

/** Also after an error: somebody else may have decided meanwhile. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: routeKey('getProblemReport') }),
      queryClient.invalidateQueries({ queryKey: routeKey('listProblemReports') }),
      queryClient.invalidateQueries({ queryKey: routeKey('getLeadTimeline') }),
    ]);
  };
}

export function useStartReview(reportId: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: () => callRoute('startProblemReview', { params: { reportId }, body: {} }),
    onSettled,
    meta: {
      success: { title: 'Review started', description: 'The agent sees that you are looking at it.' },
      failure: 'Failed to start the review. Please try again.',
    },
  });
}

/** Approving asks the administrator to sign in again if that was a while ago. */
export function useDecide(reportId: string, decision: 'approve' | 'decline') {
  const onSettled = useRefresh();
  const route = decision === 'approve' ? 'approveProblemReport' : 'declineProblemReport';
  return useMutation({
    mutationFn: (note: string) => callRoute(route, { params: { reportId }, body: { note } }),
    onSettled,
    meta: { success: { title: decision === 'approve' ? 'Refund requested' : 'Report declined' } },
  });
}
