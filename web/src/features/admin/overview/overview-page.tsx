import { formatAmount } from '@desk/contracts/format/price';
import { useQuery } from '@tanstack/react-query';
import { List } from '@/components/list/list';
import { Page } from '@/components/page/page';
import { Skeleton } from '@/components/ui/skeleton';
import { useChanges } from '@/lib/admin-changes';
import { formatCount } from '@/lib/numbers';
import { paymentList } from '../payments/payment-list';
import { paymentsQuery } from '../payments/payments.api';
import { userList } from '../users/user-list';
import { usersQuery } from '../users/users.api';

interface TotalProps {
  label: string;
  /** Undefined while loading, null after a failure. */
  value: string | null | undefined;
  note: string;
}

function Total({ label, value, note }: TotalProps) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface p-4 sm:p-6">
      <dt className="text-sm font-semibold text-muted">{label}</dt>
      <dd className="tabular mt-1 text-xl font-semibold tracking-tight break-words sm:text-2xl">
        {value === undefined ? <Skeleton className="my-1 h-7 w-24" /> : (value ?? '-')}
      </dd>
      <dd className="text-sm text-muted">{note}</dd>
    </div>
  );
}

/** Totals of everything, independent of the filters below. */
function Totals() {
  const users = useQuery(usersQuery({ search: '', sort: 'newest', page: 1 }));
  const payments = useQuery(paymentsQuery({ search: '', user: null, order: 'newest', before: null }));
  // After a failure, the lists below offer a retry.
  const refresh = ({ isSuccess, refetch }: typeof users | typeof payments) => {
    if (isSuccess) void refetch({ cancelRefetch: false });
  };
  useChanges(['users'], () => refresh(users));
  useChanges(['payments'], () => refresh(payments));
  const failed = "Couldn't be loaded";
  return (
    <dl className="mb-10 grid grid-cols-2 gap-3 sm:gap-5 md:mb-12 lg:max-w-[640px]">
      <Total
        label="Total Users"
        value={users.data ? formatCount(users.data.total) : users.isError ? null : undefined}
        note={users.isError && !users.data ? failed : 'Agents and admins'}
      />
      <Total
        label="Total Payments"
        value={payments.data ? formatAmount(payments.data.totalCents) : payments.isError ? null : undefined}
        note={payments.isError && !payments.data ? failed : 'Excludes refunds'}
      />
    </dl>
  );
}

export const Component = () => (
  <Page>
    <Totals />
    <List of={userList} />
    <List of={paymentList} />
  </Page>
);
