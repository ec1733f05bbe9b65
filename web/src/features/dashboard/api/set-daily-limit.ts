import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { notify, notifyError } from '@/components/toast/toast-store';
import { USER_KEY } from '@/lib/current-user';
import { ApiError } from '@/lib/api-client';
import { changeDashboard, DASHBOARD_KEY } from './get-dashboard';

/** `keepalive`: the browser brings it to its end even when the page is already gone. */
async function sendDailyLimit(dailyLeadLimit: number): Promise<void> {
  const response = await fetch('/api/user/daily-limit', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    credentials: 'include',
    keepalive: true,
    body: JSON.stringify({ dailyLeadLimit }),
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
}

const outcomes = (queryClient: QueryClient) => ({
  onSuccess: (_answer: unknown, dailyLeadLimit: number) => {
    queryClient.setQueryData<CurrentUser | null>(USER_KEY, (user) => user && { ...user, dailyLeadLimit });
    changeDashboard(queryClient, { dailyLeadLimit });
    notify({ title: 'Limit updated', description: 'Your daily lead limit has been saved.' });
  },
  onError: () => {
    notifyError('Failed to update daily lead limit.');
    // An answer that was lost says nothing of what is in force.
    void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY });
  },
});

/** One at a time, so that the last edit is the last word. */
export function useSetDailyLimit() {
  return useMutation({
    scope: { id: 'daily-limit' },
    mutationFn: sendDailyLimit,
    ...outcomes(useQueryClient()),
  });
}

/** For a page that goes away and cannot wait its turn. */
export function sendDailyLimitNow(queryClient: QueryClient, limit: number): void {
  const { onSuccess, onError } = outcomes(queryClient);
  sendDailyLimit(limit).then(() => onSuccess(undefined, limit), onError);
}
