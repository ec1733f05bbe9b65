import type { userSchema } from '@desk/contracts/accounts/accounts.schemas';
import type { UserSort } from '@desk/contracts/accounts/accounts.values';
import { queryOptions } from '@tanstack/react-query';
import type { InferType } from 'yup';
import { readWithHeaders } from '@/lib/api-client';
import { listOptions, withQuery } from './list-options';

export type AdminUser = InferType<typeof userSchema>;

export interface UserListView {
  readonly search: string;
  readonly sort: UserSort;
  readonly page: number;
}

export interface UserPage {
  readonly users: readonly AdminUser[];
  /** Matches on all pages. */
  readonly total: number;
}

export const USERS_PAGE_SIZE = 25;
export const defaultUserView: UserListView = { search: '', sort: 'newest', page: 1 };

export const usersQuery = (view: UserListView) =>
  queryOptions({
    queryKey: ['/api/admin/users', view],
    queryFn: async (): Promise<UserPage> => {
      const { body, headers } = await readWithHeaders<AdminUser[]>(
        withQuery('/api/admin/users', {
          search: view.search,
          sort: view.sort === defaultUserView.sort ? null : view.sort,
          page: String(view.page),
          pageSize: String(USERS_PAGE_SIZE),
        }),
      );
      return { users: body, total: Number(headers.get('x-total-count')) };
    },
    ...listOptions,
  });
