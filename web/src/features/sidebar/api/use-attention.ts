import type { Attention } from '@desk/contracts/admin/attention.routes';
import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { routeQuery } from '@/lib/route-query';

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
