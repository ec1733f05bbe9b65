import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.routes';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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
