import type { UserSort } from '@desk/contracts/accounts/accounts.values';
import { formatPhone } from '@desk/contracts/format/phone';
import { useQuery } from '@tanstack/react-query';
import { defineList } from '@/components/list/define-list';
import { order, pageNumber, search } from '@/components/list/list-params';
import { Badge } from '@/components/ui/badge';
import type { ColumnSort } from '@/components/ui/data-table';
import { Users } from '@/components/ui/icons';
import { formatDate } from '@/lib/dates';
import { formatName } from '@/lib/person-name';
import { sortByTime, UserLink } from '../columns';
import { USERS_PAGE_SIZE, usersQuery } from './users.api';

const sortLabels: Record<UserSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  limit: 'Daily limit',
  status: 'Status',
  role: 'Role',
};

const ascending = (value: UserSort): readonly ColumnSort<UserSort>[] => [{ value, direction: 'ascending' }];

export const userList = defineList({
  one: 'user',
  isSection: true,
  prefix: 'users_',
  params: {
    search: search({
      hint: 'Name, email, phone or company',
      covers: 'Search covers names, email addresses, phone numbers and companies.',
    }),
    sort: order(sortLabels, 'newest'),
    page: pageNumber(USERS_PAGE_SIZE),
  },
  useData: (view) => useQuery(usersQuery(view)),
  changes: ['users'],
  rows: ({ users }) => users,
  total: ({ total }) => total,
  columns: [
    {
      header: 'Name',
      role: 'name',
      className: 'min-w-30 wrap-anywhere',
      sortCycle: ascending('name'),
      cell: (user) => (
        <>
          <UserLink id={user.id} name={formatName(user)} />
          {user.disabled ? (
            <Badge tone="danger" className="ml-2">
              Disabled
            </Badge>
          ) : null}
        </>
      ),
    },
    {
      header: 'Email',
      className: 'min-w-44 wrap-anywhere',
      sortCycle: ascending('email'),
      cell: ({ email }) => email,
    },
    { header: 'Phone', noWrap: true, cell: ({ phone }) => formatPhone(phone) || '-' },
    {
      header: 'Company',
      className: 'min-w-28 wrap-anywhere',
      sortCycle: ascending('company'),
      cell: ({ companyName }) => companyName || '-',
    },
    {
      header: 'Daily Limit',
      noWrap: true,
      sortCycle: [{ value: 'limit', direction: 'descending' }],
      cell: ({ dailyLeadLimit }) => `${dailyLeadLimit} leads/day`,
    },
    {
      header: 'Status',
      role: 'badge',
      sortCycle: ascending('status'),
      cell: ({ serviceEnabled }) => (
        <Badge tone={serviceEnabled ? 'brand' : 'money'}>{serviceEnabled ? 'Active' : 'Paused'}</Badge>
      ),
    },
    { header: 'Role', sortCycle: ascending('role'), cell: ({ isAdmin }) => (isAdmin ? 'Admin' : 'User') },
    {
      header: 'Joined',
      noWrap: true,
      sortCycle: sortByTime,
      cell: ({ createdAt }) => (createdAt ? formatDate(createdAt) : '-'),
    },
  ],
  empty: { icon: Users, title: 'No users yet', description: 'People who sign up will appear here.' },
});
