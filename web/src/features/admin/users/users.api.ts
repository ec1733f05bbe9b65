import type { UserSort } from '@desk/contracts/accounts/accounts.values';
import { queryOptions } from '@tanstack/react-query';
import type { RouteAnswer } from '@/lib/api-client';
import { callRouteWithHeaders } from '@/lib/route-headers';
import { routeKey } from '@/lib/route-query';
import { listOptions } from '../queries';

export type AdminUser = RouteAnswer<'listUsers'>[number];

export const USERS_PAGE_SIZE = 25;

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
