import type { AdminDifference } from '@desk/contracts/billing/reconciliation.http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';
import { listOptions } from '../list-options';

const POLL_MS = 2_000;

/** Polls while a comparison runs, to show its progress. */
export const reconciliationQuery = {
  ...routeQuery('getReconciliation'),
  ...listOptions,
  refetchInterval: ({
    state,
  }: {
    readonly state: {
      readonly data?: { readonly runs: readonly { readonly finishedAt: string | null }[] } | undefined;
    };
  }): number | false =>
    state.data?.runs.some(({ finishedAt }) => finishedAt === null) === true ? POLL_MS : false,
};

export function useStartReconciliation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('startReconciliation', { body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reconciliationQuery.queryKey }),
    meta: { failure: 'Failed to start the comparison. Please try again.' },
  });
}

/** The server asks the administrator to sign in again if that was a while ago. */
export function useAcknowledgeDifference({ id, providerId }: AdminDifference) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteBody<'acknowledgeDifference'>) =>
      callRoute('acknowledgeDifference', { params: { differenceId: id }, body }),
    // Also after an error: the records may agree again.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: routeKey('listDifferences') });
      void queryClient.invalidateQueries({ queryKey: reconciliationQuery.queryKey });
    },
    meta: { success: { title: 'Difference acknowledged', description: providerId } },
  });
}
