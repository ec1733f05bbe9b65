import type { AccountAction } from '@desk/contracts/accounts/user-administration.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteAnswer } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';

export type AuditEvent = RouteAnswer<'listAuditEvents'>[number];

export const userPageQuery = (userId: string) => ({
  ...routeQuery('getUser', { params: { userId } }),
  refetchOnMount: 'always' as const,
});

export const AUDIT_ENTRIES = 20;

export const userAuditQuery = (userId: string) => ({
  ...routeQuery('listAuditEvents', { query: { userId, pageSize: String(AUDIT_ENTRIES) } }),
  refetchOnMount: 'always' as const,
});

/** What an administrator changes about one user. The server asks for a proof of identity if that was a while ago. */
export type UserChange =
  | { readonly action: AccountAction }
  | { readonly serviceEnabled: boolean }
  | { readonly dailyLeadLimit: number };

async function send(userId: string, change: UserChange, reason: string): Promise<void> {
  const params = { userId };
  if ('action' in change) await callRoute('administerUser', { params, body: { ...change, reason } });
  else if ('serviceEnabled' in change)
    await callRoute('setUserService', { params, body: { ...change, reason } });
  else await callRoute('setUserDailyLimit', { params, body: { ...change, reason } });
}

/** Resolves once the page shows the change. @param done what the notice says */
export function useChangeUser(userId: string, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ change, reason }: { change: UserChange; reason: string }) => send(userId, change, reason),
    // Also after an error: another administrator may have changed the account meanwhile.
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: routeKey('listUsers') });
      void queryClient.invalidateQueries({ queryKey: routeKey('listAuditEvents') });
      await queryClient.invalidateQueries({ queryKey: routeKey('getUser') });
    },
    meta: { success: { title: 'Success', description: done } },
  });
}
