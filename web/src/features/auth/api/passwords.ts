import { useMutation } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: { email: string }) => callRoute('requestPasswordReset', { body }),
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string; confirmPassword: string }) =>
      callRoute('resetPassword', { body }),
  });

export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (body: { token: string }) => callRoute('confirmEmail', { body }),
  });
