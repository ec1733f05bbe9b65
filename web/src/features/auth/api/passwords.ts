import { useMutation } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: { email: string }) => api('POST', '/api/auth/forgot-password', body),
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string; confirmPassword: string }) =>
      api('POST', '/api/auth/reset-password', body),
  });

export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (body: { token: string }) => api('POST', '/api/auth/confirm-email', body),
  });
