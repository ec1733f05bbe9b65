import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { USER_KEY } from '@/lib/current-user';
import { callRoute, getErrorMessage, getWaitMessage, hasCode } from '@/lib/api-client';
import { applyToDashboard, DASHBOARD_KEY } from './get-dashboard';

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
