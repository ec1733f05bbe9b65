import type { UserSort } from '@desk/contracts/accounts/accounts.values';
import { formatPhone } from '@desk/contracts/format/phone';
import { truncate } from '@desk/contracts/format/truncate';
import { SEARCH_MAX } from '@desk/contracts/search.values';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { Pagination } from '@/components/ui/pagination';
import { formatDate } from '@/lib/dates';
import {
  type AdminUser,
  defaultUserView,
  USERS_PAGE_SIZE,
  usersQuery,
  type UserListView,
} from '../api/users';
import { SearchX, Users } from '../icons';
import { isKeyOf, userSortLabels } from '../lib/labels';
import { summarizePage } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { ListToolbar } from './list-toolbar';
import { UserLink } from './user-link';

const sortAscending = (value: UserSort) => [{ value, direction: 'ascending' }] as const;

const columns: readonly Column<AdminUser, UserSort>[] = [
  {
    id: 'name',
    header: 'Name',
    role: 'name',
    className: 'min-w-30 wrap-anywhere',
    sortCycle: sortAscending('name'),
    cell: ({ id, firstName, lastName, disabled }) => (
      <>
        <UserLink id={id} name={`${firstName} ${lastName}`.trim() || '-'} />
        {disabled ? (
          <Badge tone="danger" className="ml-2">
            Disabled
          </Badge>
        ) : null}
      </>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    className: 'min-w-44 wrap-anywhere',
    sortCycle: sortAscending('email'),
    cell: ({ email }) => email,
  },
  { id: 'phone', header: 'Phone', noWrap: true, cell: ({ phone }) => formatPhone(phone) || '-' },
  {
    id: 'company',
    header: 'Company',
    className: 'min-w-28 wrap-anywhere',
    sortCycle: sortAscending('company'),
    cell: ({ companyName }) => companyName || '-',
  },
  {
    id: 'limit',
    header: 'Daily Limit',
    noWrap: true,
    sortCycle: [{ value: 'limit', direction: 'descending' }],
    cell: ({ dailyLeadLimit }) => `${dailyLeadLimit} leads/day`,
  },
  {
    id: 'status',
    header: 'Status',
    role: 'badge',
    sortCycle: sortAscending('status'),
    cell: ({ serviceEnabled }) => (
      <Badge tone={serviceEnabled ? 'brand' : 'money'}>{serviceEnabled ? 'Active' : 'Paused'}</Badge>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    sortCycle: sortAscending('role'),
    cell: ({ isAdmin }) => (isAdmin ? 'Admin' : 'User'),
  },
  {
    id: 'joined',
    header: 'Joined',
    noWrap: true,
    sortCycle: [
      { value: 'newest', direction: 'descending' },
      { value: 'oldest', direction: 'ascending' },
    ],
    cell: ({ createdAt }) => (createdAt ? formatDate(createdAt) : '-'),
  },
];

const MAX_PAGE = 999_999;

function parseView({ get }: ListUrlState): UserListView {
  const sort = get('users_sort');
  const page = Number(get('users_page'));
  return {
    search: truncate(get('users_search') ?? '', SEARCH_MAX, ''),
    sort: isKeyOf(userSortLabels, sort) ? sort : defaultUserView.sort,
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}

export function UsersSection({ listState }: { listState: ListUrlState }) {
  const view = parseView(listState);
  const query = useQuery(usersQuery(view));
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / USERS_PAGE_SIZE));
  const goToPage = (page: number) => listState.update({ users_page: page === 1 ? null : String(page) });
  return (
    <section aria-labelledby="users">
      <ListToolbar
        title={{ id: 'users', text: 'Users' }}
        search={{
          label: 'Search users',
          hint: 'Name, email, phone or company',
          value: view.search,
          onSearch: (users_search) => listState.update({ users_search, users_page: null }, { replace: true }),
        }}
      />
      <AdminList
        query={query}
        pageKey={String(view.page)}
        loading="Loading users..."
        failure="The users could not be loaded."
        isEmpty={({ users }) => users.length === 0}
        summary={({ users, total }) => summarizePage(view.page, USERS_PAGE_SIZE, users.length, total, 'user')}
        empty={
          view.page > 1 ? (
            <EmptyState
              icon={Users}
              title="No users on this page"
              action={
                <Button variant="secondary" onClick={() => goToPage(1)}>
                  First page
                </Button>
              }
            />
          ) : view.search !== '' ? (
            <EmptyState
              icon={SearchX}
              title="No users match this search"
              description="Search covers names, email addresses, phone numbers and companies."
            />
          ) : (
            <EmptyState
              icon={Users}
              title="No users yet"
              description="People who sign up will appear here."
            />
          )
        }
        pager={
          pages > 1 ? (
            <div className="mt-4">
              <Pagination label="Users" page={view.page} pageCount={pages} onChange={goToPage} />
            </div>
          ) : null
        }
      >
        {(data) => (
          <DataTable
            caption="Users"
            columns={columns}
            rows={data?.users}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={880}
            sorting={{
              value: view.sort,
              defaultValue: defaultUserView.sort,
              labels: userSortLabels,
              onChange: (sort) =>
                listState.update({
                  users_sort: sort === defaultUserView.sort ? null : sort,
                  users_page: null,
                }),
            }}
          />
        )}
      </AdminList>
    </section>
  );
}
