import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.http';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export const DASHBOARD_KEY = ['/api/dashboard'] as const;

export const dashboardQuery = queryOptions<DashboardSummary, Error, DashboardSummary, typeof DASHBOARD_KEY>({
  queryKey: DASHBOARD_KEY,
  // What the server acts by, and not what was so when this page was last looked at.
  refetchOnMount: 'always',
});

/** What was just answered is in force: shown at once, and then the rest is read again. */
export function changeDashboard(
  queryClient: QueryClient,
  change: Partial<Pick<DashboardSummary, 'serviceEnabled' | 'dailyLeadLimit' | 'reason'>>,
): void {
  queryClient.setQueryData<DashboardSummary>(DASHBOARD_KEY, (now) => now && { ...now, ...change });
  void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY });
}

/** Not sooner, should this clock be ahead of the server's. */
const DAY_CHECK_MS = 5_000;
/** Timers cannot wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Standing and figures of the day; read again when the agent's day ends. */
export function useDashboard() {
  const queryClient = useQueryClient();
  const query = useQuery(dashboardQuery);
  const { data, dataUpdatedAt } = query;
  const dayEndsAt = data?.dayEndsAt;
  useEffect(() => {
    if (dayEndsAt === undefined) return;
    const wait = Math.max(Date.parse(dayEndsAt) - Date.now(), DAY_CHECK_MS);
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY }),
      Math.min(wait, LONGEST_MS),
    );
    return () => clearTimeout(timer);
  }, [dayEndsAt, dataUpdatedAt, queryClient]);
  return query;
}
