import type { UserSession } from '@desk/contracts/accounts/accounts.schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

/** The user's sessions, most recently used first. */
export const sessionsQuery = queryOptions<UserSession[]>({ queryKey: ['/api/user/sessions'], staleTime: 0 });

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api<{ ended: number }>('POST', '/api/user/sessions/end-others', {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
