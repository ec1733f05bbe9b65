import type { AdminPayment } from '@desk/contracts/accounts/accounts.http';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { formatDateTime } from '@/lib/dates';
import { allPayments, paymentsQuery, type PaymentsView } from '../api/payments';
import { Receipt, SearchX } from '../icons';
import { readCursor } from '../lib/cursor';
import { isOneOf, type Order, orders } from '../lib/names';
import { pageSummaryOf, withCents } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { CopyButton } from './copy-button';
import { ListHead } from './list-head';
import { NoMore } from './no-more';

/** The beginning of a payment's id, as far as it is shown. */
export const shortId = (id: string): string => `${id.slice(0, 20)}...`;

const columns: readonly Column<AdminPayment, Order>[] = [
  {
    id: 'date',
    header: 'Date',
    noWrap: true,
    sortCycle: [
      { value: 'newest', direction: 'descending' },
      { value: 'oldest', direction: 'ascending' },
    ],
    cell: ({ purchasedAt }) => formatDateTime(purchasedAt),
  },
  {
    id: 'user',
    header: 'User',
    role: 'name',
    className: 'min-w-30 wrap-anywhere',
    cell: ({ user }) => (user ? `${user.firstName} ${user.lastName}`.trim() || '-' : '-'),
  },
  {
    id: 'lead',
    header: 'Lead',
    className: 'min-w-30 wrap-anywhere',
    cell: ({ lead }) => lead?.fullName ?? '-',
  },
  {
    id: 'amount',
    header: 'Amount',
    role: 'badge',
    noWrap: true,
    cell: ({ amount, status }) =>
      status === 'refunded' ? (
        <>
          <s className="text-muted">{withCents(amount)}</s>
          <Badge tone="danger" className="ml-2">
            Refunded
          </Badge>
        </>
      ) : (
        withCents(amount)
      ),
  },
  {
    id: 'payment-id',
    header: 'Payment ID',
    noWrap: true,
    cell: ({ stripePaymentIntentId: id }) => (
      <span className="flex max-w-52 items-center justify-between">
        {shortId(id)}
        <CopyButton what="payment ID" text={id} />
      </span>
    ),
  },
];

function readView({ get }: ListUrlState): PaymentsView {
  const order = get('payments_order');
  return {
    search: (get('payments_search') ?? '').slice(0, 200),
    order: isOneOf(orders, order) ? order : allPayments.order,
    before: readCursor(get('payments_before')),
  };
}

export function PaymentsSection({ listState }: { listState: ListUrlState }) {
  const view = readView(listState);
  const query = useQuery(paymentsQuery(view));
  const pages = listState.pagesAt('payments_before', query);
  return (
    <section aria-labelledby="payments" className="mt-12 md:mt-16">
      <ListHead
        title={{ id: 'payments', text: 'Payments' }}
        search={{
          label: 'Search payments',
          hint: 'User, lead or payment ID',
          value: view.search,
          onSearch: (payments_search) =>
            listState.change({ payments_search, payments_before: null }, { replace: true }),
        }}
      />
      <AdminList
        query={query}
        pageKey={view.before ?? ''}
        loading="Loading payments..."
        failure="The payments could not be loaded."
        isEmpty={({ payments }) => payments.length === 0}
        summary={({ payments, total }) => pageSummaryOf(payments.length, total, 'payment')}
        empty={
          !pages.isFirst ? (
            <NoMore of="payments" />
          ) : view.search !== '' ? (
            <EmptyState
              icon={SearchX}
              title="No payments fit this search"
              description="Names of users and leads are searched, and the beginning of payment IDs."
            />
          ) : (
            <EmptyState
              icon={Receipt}
              title="No payments yet"
              description="Each lead that is sold and paid for is listed here."
            />
          )
        }
        pager={<CursorPager label="Payments" pages={pages} />}
      >
        {(data) => (
          <DataTable
            caption="Payments"
            columns={columns}
            rows={data?.payments}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={700}
            sorting={{
              value: view.order,
              defaultValue: allPayments.order,
              labels: orders,
              onChange: (order) =>
                listState.change({
                  payments_order: order === allPayments.order ? null : order,
                  payments_before: null,
                }),
            }}
          />
        )}
      </AdminList>
    </section>
  );
}
