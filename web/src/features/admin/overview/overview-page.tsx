import type { AdminChange } from '@desk/contracts/admin/admin-changes.values';
import { formatAmount } from '@desk/contracts/format/price';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { List } from '@/components/list/list';
import { Page } from '@/components/page/page';
import { QueryView } from '@/components/page/query-view';
import { Section } from '@/components/page/section';
import { Skeleton } from '@/components/ui/skeleton';
import { useChanges } from '@/lib/admin-changes';
import { formatCount } from '@/lib/numbers';
import { routeQuery } from '@/lib/route-query';
import { listWaiting } from '@/lib/waiting';
import { paymentList, paymentsQuery } from '../payments/payment-list';
import { userList } from '../users/user-list';
import { usersQuery } from '../users/users.api';
import { Progress } from './progress';

interface TotalProps<Data> {
  label: string;
  note: string;
  query: UseQueryResult<Data>;
  format: (data: Data) => string;
  change: AdminChange;
}

function Total<Data>({ label, note, query, format, change }: TotalProps<Data>) {
  const { data, isError, isSuccess, refetch } = query;
  const hasFailed = data === undefined && isError;
  useChanges([change], () => {
    // After a failure, the lists below offer a retry.
    if (isSuccess) void refetch({ cancelRefetch: false });
  });
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface p-4 sm:p-6">
      <dt className="text-sm font-semibold text-muted">{label}</dt>
      <dd className="tabular mt-1 text-xl font-semibold tracking-tight break-words sm:text-2xl">
        {hasFailed ? '-' : data === undefined ? <Skeleton className="my-1 h-7 w-24" /> : format(data)}
      </dd>
      <dd className="text-sm text-muted">{hasFailed ? "Couldn't be loaded" : note}</dd>
    </div>
  );
}

/** Totals of everything, independent of the filters below. */
const Totals = () => (
  <dl className="mb-10 grid grid-cols-2 gap-3 sm:gap-5 md:mb-12 lg:max-w-[640px]">
    <Total
      label="Total Users"
      note="Agents and admins"
      query={useQuery(usersQuery({ search: '', sort: 'newest', page: 1 }))}
      format={({ total }) => formatCount(total)}
      change="users"
    />
    <Total
      label="Total Payments"
      note="Excludes refunds"
      query={useQuery(paymentsQuery({ search: '', user: null, order: 'newest', before: null }))}
      format={({ totalCents }) => formatAmount(totalCents)}
      change="payments"
    />
  </dl>
);

/** What waits for an admin to do something. */
const Waiting = () => (
  <Section id="waiting" title="What waits for you" className="mt-10 md:mt-12">
    <QueryView
      query={useQuery(routeQuery('getAttention'))}
      what="what waits for you"
      skeleton={<Skeleton className="h-11 w-full max-w-120" />}
    >
      {(attention) => {
        const waiting = listWaiting(attention);
        const isComplete = !Object.values(attention).includes(null);
        return (
          <>
            <ul className="flex flex-wrap gap-x-6 empty:hidden">
              {waiting.map(({ page, name }) => (
                <li key={page}>
                  <Link to={page} className="link inline-flex min-h-11 items-center font-semibold">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
            <p className="text-muted empty:hidden">
              {isComplete
                ? waiting.length === 0 && 'Nothing waits for an admin.'
                : 'Not everything could be counted just now.'}
            </p>
          </>
        );
      }}
    </QueryView>
  </Section>
);

export const Component = () => (
  <Page>
    <Totals />
    <Progress />
    <Waiting />
    <List of={userList} />
    <List of={paymentList} />
  </Page>
);
