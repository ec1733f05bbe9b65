import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { allPayments, paymentsQuery } from '../api/payments';
import { allUsers, usersQuery } from '../api/users';
import { wholeNumber, withCents } from '../lib/numbers';

interface TotalProps {
  label: string;
  /** Undefined while it is awaited, null when it could not be read. */
  figure: string | null | undefined;
  note: ReactNode;
}

function Total({ label, figure, note }: TotalProps) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface p-4 sm:p-6">
      <dt className="text-sm font-semibold text-muted">{label}</dt>
      <dd className="tabular mt-1 text-xl font-semibold tracking-tight break-words sm:text-2xl">
        {figure === undefined ? <Skeleton className="my-1 h-7 w-24" /> : (figure ?? '-')}
      </dd>
      <dd className="text-sm text-muted">{note}</dd>
    </div>
  );
}

/** Over everything, whatever the tables below are narrowed to. */
export function Totals() {
  const users = useQuery(usersQuery(allUsers));
  const payments = useQuery(paymentsQuery(allPayments));
  const failed = 'Could not be loaded';
  return (
    <dl className="mb-10 grid grid-cols-2 gap-3 sm:gap-5 md:mb-12 lg:max-w-[640px]">
      <Total
        label="Total Users"
        figure={users.data ? wholeNumber(users.data.total) : users.isError ? null : undefined}
        note={users.isError && !users.data ? failed : 'Agents and admins'}
      />
      <Total
        label="Total Payments"
        figure={payments.data ? withCents(payments.data.amount) : payments.isError ? null : undefined}
        note={payments.isError && !payments.data ? failed : 'Refunds left out'}
      />
    </dl>
  );
}
