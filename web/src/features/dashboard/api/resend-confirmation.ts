import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, hasCode } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';

/** Emails another link that confirms the address. */
export function useResendConfirmation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('resendConfirmation', { body: {} }),
    onError: (error) => {
      // Confirmed in another window: without the old state, the request to confirm disappears.
      if (hasCode(error, 'EMAIL_ALREADY_CONFIRMED'))
        void queryClient.invalidateQueries({ queryKey: USER_KEY });
    },
  });
}
