import type { userSchema } from '@desk/contracts/accounts/accounts.schemas';
import type { UserSort } from '@desk/contracts/accounts/accounts.values';
import { queryOptions } from '@tanstack/react-query';
import type { InferType } from 'yup';
import { readWithHeaders } from '@/lib/api-client';
import { listOptions, withQuery } from './list-options';

export type AdminUser = InferType<typeof userSchema>;

export interface UsersView {
  readonly search: string;
  readonly sort: UserSort;
  readonly page: number;
}

export interface Users {
  readonly users: readonly AdminUser[];
  /** All that fit the search. */
  readonly total: number;
}

export const USERS_PAGE_SIZE = 25;
export const allUsers: UsersView = { search: '', sort: 'newest', page: 1 };

export const usersQuery = (view: UsersView) =>
  queryOptions({
    queryKey: ['/api/admin/users', view],
    queryFn: async (): Promise<Users> => {
      const { body, headers } = await readWithHeaders<AdminUser[]>(
        withQuery('/api/admin/users', {
          search: view.search,
          sort: view.sort === allUsers.sort ? null : view.sort,
          page: String(view.page),
          pageSize: String(USERS_PAGE_SIZE),
        }),
      );
      return { users: body, total: Number(headers.get('x-total-count')) };
    },
    ...listOptions,
  });
