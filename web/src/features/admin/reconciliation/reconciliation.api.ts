import type { AdminDifference } from '@desk/contracts/billing/reconciliation.http';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useBackgroundRefresh, useRefresh } from '@/lib/use-refresh';
import { listOptions } from '../queries';

const POLL_MS = 2_000;

export const isRunning = (runs: readonly { readonly finishedAt: string | null }[] = []): boolean =>
  runs.some(({ finishedAt }) => finishedAt === null);

/** Polls while a comparison runs, to show its progress. */
export const useReconciliation = () =>
  useQuery({
    ...routeQuery('getReconciliation'),
    ...listOptions,
    refetchInterval: ({ state }) => (isRunning(state.data?.runs) ? POLL_MS : false),
  });

export const useStartReconciliation = () =>
  useMutation({
    mutationFn: () => callRoute('startReconciliation', { body: {} }),
    onSettled: useRefresh('getReconciliation'),
    meta: { failure: 'Failed to start the comparison. Please try again.' },
  });

/** The server asks the administrator to sign in again if that was a while ago. */
export const useAcknowledgeDifference = ({ id, providerId }: AdminDifference) =>
  useMutation({
    mutationFn: (body: RouteBody<'acknowledgeDifference'>) =>
      callRoute('acknowledgeDifference', { params: { differenceId: id }, body }),
    // Also after an error: the records may agree again.
    onSettled: useBackgroundRefresh('listDifferences', 'getReconciliation'),
    meta: { success: { title: 'Difference acknowledged', description: providerId } },
  });
