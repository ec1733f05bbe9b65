import type { DifferenceKind, DifferenceState } from '@desk/contracts/billing/reconciliation.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';
import { listOptions } from './list-options';

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

export interface DifferenceListView {
  readonly state: DifferenceState | null;
  readonly kind: DifferenceKind | null;
  readonly after: string | null;
}

export const differencesQuery = ({ state, kind, after }: DifferenceListView) => ({
  ...routeQuery('listDifferences', {
    query: { ...(state && { state }), ...(kind && { kind }), ...(after !== null && { after }) },
  }),
  ...listOptions,
});

export function useStartReconciliation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('startReconciliation', { body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reconciliationQuery.queryKey }),
  });
}

/** The server asks the administrator to sign in again if that was a while ago. */
export function useAcknowledgeDifference(differenceId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly note: string }) =>
      callRoute('acknowledgeDifference', { params: { differenceId }, body }),
    // Also after an error: the records may agree again.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: routeKey('listDifferences') });
      void queryClient.invalidateQueries({ queryKey: reconciliationQuery.queryKey });
    },
  });
}
