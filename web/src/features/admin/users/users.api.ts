import type { UserSort } from '@desk/contracts/accounts/accounts.values';
import type { AccountAction } from '@desk/contracts/accounts/user-administration.values';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { callRoute, type RouteAnswer } from '@/lib/api-client';
import { callRouteWithHeaders } from '@/lib/route-headers';
import { routeKey } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';
import { listOptions } from '../queries';

export type AdminUser = RouteAnswer<'listUsers'>[number];

export const USERS_PAGE_SIZE = 25;

/** One page of users, and the number of matches on all pages. */
export const usersQuery = (view: {
  readonly search: string;
  readonly sort: UserSort;
  readonly page: number;
}) =>
  queryOptions({
    queryKey: routeKey('listUsers', view),
    queryFn: async () => {
      const { body, headers } = await callRouteWithHeaders('listUsers', {
        query: { ...view, page: String(view.page), pageSize: String(USERS_PAGE_SIZE) },
      });
      return { users: body, total: Number(headers.get('x-total-count')) };
    },
    ...listOptions,
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

/**
 * Resolves once the page shows the change. A limit that is sent replaces that of `change`.
 *
 * @param done what the notice says
 */
export const useChangeUser = (userId: string, change: UserChange, done: string) =>
  useMutation({
    mutationFn: ({ reason, ...limit }: { reason: string; dailyLeadLimit?: number }) =>
      send(userId, { ...change, ...limit }, reason),
    // Also after an error: another administrator may have changed the account meanwhile.
    onSettled: useRefresh('getUser', 'listAuditEvents', 'listUsers'),
    meta: { success: { title: 'Success', description: done } },
  });
