import { useMutation } from '@tanstack/react-query';
import { notifyError } from '@/components/toast/toast-store';
import { callRoute } from '@/lib/api-client';

/** Reloads the page afterwards, so that none of the user's data stays in memory. */
export const useLogout = () =>
  useMutation({
    mutationFn: () => callRoute('signOut'),
    onSuccess: () => location.assign('/'),
    onError: () => notifyError('Failed to logout'),
  });
