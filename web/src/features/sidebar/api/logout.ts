import { useMutation } from '@tanstack/react-query';
import { notifyError } from '@/components/toast/toast-store';
import { callRoute } from '@/lib/api-client';
import { finishSaves } from '@/lib/delayed-save';

async function signOut(): Promise<void> {
  try {
    await callRoute('signOut');
  } catch (error) {
    notifyError('Failed to logout');
    throw error;
  }
}

/**
 * Saves edits first; if that fails, the user stays signed in to see it. Reloads the page afterwards, so that none of
 * the user's data stays in memory.
 */
export const useLogout = () =>
  useMutation({
    mutationFn: async () => {
      await finishSaves();
      await signOut();
    },
    onSuccess: () => location.assign('/'),
  });
