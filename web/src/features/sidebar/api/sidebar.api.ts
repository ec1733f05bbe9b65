import type { Attention } from '@desk/contracts/admin/attention.routes';
import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notifyError } from '@/components/toast/toast-store';
import { callRoute } from '@/lib/api-client';
import { finishSaves } from '@/lib/delayed-save';
import { routeQuery } from '@/lib/route-query';

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

const REFRESH_MS = 30_000;

const attentionQuery = {
  ...routeQuery('getAttention'),
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: 'always',
} as const;

/**
 * Returns what waits for an admin, refreshed while the page is visible and after everything the admin does. Undefined
 * while it is not known.
 */
export function useAttention({ isAdmin, secondFactorRequired }: CurrentUser): Attention | undefined {
  const isEnabled = isAdmin && !secondFactorRequired;
  const { data, isError } = useQuery({ ...attentionQuery, enabled: isEnabled });
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isEnabled) return;
    return queryClient.getMutationCache().subscribe((event) => {
      const hasSettled =
        event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error');
      if (hasSettled) void queryClient.invalidateQueries({ queryKey: attentionQuery.queryKey });
    });
  }, [isEnabled, queryClient]);
  return isError ? undefined : data;
}
