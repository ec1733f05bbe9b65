import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify, notifyError } from '@/components/toast/toast-store';
import { USER_KEY } from '@/lib/current-user';
import { api } from '@/lib/api-client';
import { changeDashboard, DASHBOARD_KEY } from './get-dashboard';

/** Answered once it holds. One at a time, so that the last press is the last word. */
export function useSetService() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'service' },
    mutationFn: (serviceEnabled: boolean) => api('PATCH', '/api/user/service-toggle', { serviceEnabled }),
    onSuccess: (_answer, serviceEnabled) => {
      queryClient.setQueryData<CurrentUser | null>(USER_KEY, (user) => user && { ...user, serviceEnabled });
      changeDashboard(queryClient, { serviceEnabled, ...(serviceEnabled ? {} : { reason: 'paused' }) });
      notify({ title: 'Service updated', description: 'Your service preference has been saved.' });
    },
    onError: () => {
      notifyError('Failed to update service preference.');
      void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY });
    },
  });
}
