import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { notify, notifyError } from '@/components/toast/toast-store';
import { USER_KEY } from '@/lib/current-user';
import { trackSave } from '@/lib/pending-saves';
import { callRoute, getWaitMessage } from '@/lib/api-client';
import { applyToDashboard, DASHBOARD_KEY } from './get-dashboard';

/** With `keepalive` the request completes even if the page is closed. */
const sendDailyLimit = (dailyLeadLimit: number) =>
  callRoute('setDailyLimit', { body: { dailyLeadLimit }, keepalive: true });

const outcomeHandlers = (queryClient: QueryClient) => ({
  onSuccess: (_answer: unknown, dailyLeadLimit: number) => {
    queryClient.setQueryData<CurrentUser | null>(USER_KEY, (user) => user && { ...user, dailyLeadLimit });
    applyToDashboard(queryClient, { dailyLeadLimit });
    notify({ title: 'Limit updated', description: 'Your daily lead limit has been saved.' });
  },
  onError: (error: unknown) => {
    notifyError(getWaitMessage(error, 'Failed to update daily lead limit.'));
    // The response may have been lost after the limit was saved.
    void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY });
  },
});

/** Runs one at a time, so the last edit wins. */
export function useUpdateDailyLimit() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'daily-limit' },
    mutationFn: sendDailyLimit,
    ...outcomeHandlers(queryClient),
  });
}

/** Saves at once, bypassing the queue, because the page is closing. */
export function saveDailyLimitOnLeave(queryClient: QueryClient, limit: number): void {
  const { onSuccess, onError } = outcomeHandlers(queryClient);
  const save = sendDailyLimit(limit);
  trackSave(save);
  save.then(() => onSuccess(undefined, limit), onError);
}
