import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.routes';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callRoute, getErrorMessage, getWaitMessage, hasCode } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';
import { routeQuery } from '@/lib/route-query';

const dashboardQuery = routeQuery('getDashboard');
export const DASHBOARD_KEY = dashboardQuery.queryKey;

/** Shows a confirmed change at once, then reads the summary again. */
export function applyToDashboard(
  queryClient: QueryClient,
  change: Partial<Pick<DashboardSummary, 'serviceEnabled' | 'dailyLeadLimit' | 'reason'>>,
): void {
  queryClient.setQueryData<DashboardSummary>(
    DASHBOARD_KEY,
    (summary) => summary && { ...summary, ...change },
  );
  void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY });
}

/** Limits polling around midnight if this clock is ahead of the server's. */
const MIN_DELAY_MS = 5_000;
/** `setTimeout` fires at once for longer delays. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Reads the dashboard summary, and again when the agent's day ends. */
export function useDashboard() {
  const queryClient = useQueryClient();
  const query = useQuery({
    ...dashboardQuery,
    // Pause and limit may have changed elsewhere since the last visit.
    refetchOnMount: 'always',
  });
  const { data, dataUpdatedAt } = query;
  const dayEndsAt = data?.dayEndsAt;
  useEffect(() => {
    if (dayEndsAt === undefined) return;
    const delayMs = Math.max(Date.parse(dayEndsAt) - Date.now(), MIN_DELAY_MS);
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY }),
      Math.min(delayMs, MAX_DELAY_MS),
    );
    return () => clearTimeout(timer);
  }, [dayEndsAt, dataUpdatedAt, queryClient]);
  return query;
}

/** Succeeds once the change is in force. Runs one at a time, so the last click wins. */
export function useToggleService() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'service' },
    mutationFn: (serviceEnabled: boolean) => callRoute('setService', { body: { serviceEnabled } }),
    onSuccess: (_answer, serviceEnabled) => {
      queryClient.setQueryData<CurrentUser | null>(USER_KEY, (user) => user && { ...user, serviceEnabled });
      applyToDashboard(queryClient, { serviceEnabled, ...(serviceEnabled ? {} : { reason: 'paused' }) });
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY }),
    meta: {
      success: { title: 'Service updated', description: 'Your service preference has been saved.' },
      failure: (error) => {
        const getMessage = hasCode(error, 'RESUMPTION_NEEDS_ADMIN') ? getErrorMessage : getWaitMessage;
        return getMessage(error, 'Failed to update service preference.');
      },
    },
  });
}
