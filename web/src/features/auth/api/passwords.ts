import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: { email: string }) => callRoute('requestPasswordReset', { body }),
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string; confirmPassword: string; cardDigits?: string }) =>
      callRoute('resetPassword', { body }),
  });

export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string }) => callRoute('confirmEmail', { body }),
    onSuccess: async () => {
      // A request that began with the page may have read the user before the confirmation.
      await queryClient.cancelQueries({ queryKey: USER_KEY });
      void queryClient.invalidateQueries({ queryKey: USER_KEY });
    },
  });
}

export const useUnsubscribe = () =>
  useMutation({
    mutationFn: (query: { token: string }) => callRoute('unsubscribe', { query }),
  });

export const useUndoEmailChange = () =>
  useMutation({
    mutationFn: (body: { token: string }) => callRoute('undoEmailChange', { body }),
  });
