import { useMutation } from '@tanstack/react-query';
import { notifyError } from '@/components/toast/toast-store';
import { api } from '@/lib/api-client';

/** Afterwards a new page, so that nothing of the person's data stays in this one. */
export const useLogout = () =>
  useMutation({
    mutationFn: () => api('POST', '/api/auth/logout'),
    onSuccess: () => location.assign('/'),
    onError: () => notifyError('Failed to logout'),
  });
