import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { callRoute, getErrorMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';

export const useForgotPassword = () =>
  useRouteMutation('requestPasswordReset', { success: { title: 'Check your email' }, failure: UNREACHABLE });

export const useResetPassword = () =>
  useRouteMutation('resetPassword', {
    success: { title: 'Success', description: 'Your password has been changed. Please sign in.' },
    failure: UNREACHABLE,
  });

/** Returns null for failures that the pages of emailed links show themselves. */
const describeLinkFailure = (error: unknown): string | null =>
  hasCode(error, 'LINK_EXPIRED', 'SIGN_IN_TO_CONFIRM') ? null : getErrorMessage(error, UNREACHABLE);

export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useRouteMutation('confirmEmail', {
    onSuccess: async () => {
      // A request that began with the page may have read the user before the confirmation.
      await queryClient.cancelQueries({ queryKey: USER_KEY });
      void queryClient.invalidateQueries({ queryKey: USER_KEY });
    },
    failure: describeLinkFailure,
  });
}

export const useUnsubscribe = () =>
  useMutation({
    mutationFn: (token: string) => callRoute('unsubscribe', { query: { token } }),
    meta: {
      failure: (error) => (hasCode(error, 'INVALID_REQUEST') ? null : describeLinkFailure(error)),
    },
  });

export const useUndoEmailChange = () => useRouteMutation('undoEmailChange', { failure: describeLinkFailure });
