import { formatAmount } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import type { AdminPayment } from '@desk/contracts/accounts/accounts.http';
import { truncate } from '@desk/contracts/format/truncate';
import { SEARCH_MAX } from '@desk/contracts/search.values';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { formatDateTime } from '@/lib/dates';
import { defaultPaymentView, paymentsQuery, type PaymentListView } from '../api/payments';
import { Receipt, SearchX } from '../icons';
import { parseCursor } from '../lib/cursor';
import { isKeyOf, type SortOrder, sortOrderLabels } from '../lib/labels';
import { summarizeCursorPageOf } from '../lib/numbers';
import { isRefundable, refundBadges } from '../lib/refunds';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { CopyButton } from './copy-button';
import { EndOfList } from './end-of-list';
import { ListToolbar } from './list-toolbar';
import { OneUser } from './one-user';
import { RequestRefund } from './request-refund';

const truncateId = (id: string): string => `${id.slice(0, 20)}...`;

function Amount({ payment: { amount, status, refund } }: { payment: AdminPayment }) {
  const formatted = formatAmount(toCents(amount));
  const badge =
    status === 'refunded' ? refundBadges.succeeded : refund === null ? null : refundBadges[refund.status];
  return (
    <>
      {status === 'refunded' ? <s className="text-muted">{formatted}</s> : formatted}
      {badge === null ? null : (
        <Badge tone={badge.tone} className="ml-2">
          {badge.text}
        </Badge>
      )}
    </>
  );
}

const columns: readonly Column<AdminPayment, SortOrder>[] = [
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
    cell: (payment) => <Amount payment={payment} />,
  },
  {
    id: 'payment-id',
    header: 'Payment ID',
    noWrap: true,
    cell: ({ stripePaymentIntentId: id }) => (
      <span className="flex max-w-52 items-center justify-between">
        {truncateId(id)}
        <CopyButton label="payment ID" text={id} />
      </span>
    ),
  },
  {
    id: 'refund',
    header: 'Actions',
    role: 'action',
    cell: ({ id, amount, status, refund, user, lead }) =>
      isRefundable(status, refund) ? (
        <RequestRefund
          paymentId={id}
          amount={amount}
          subject={`${user ? `${user.firstName} ${user.lastName}`.trim() : 'an agent'}, ${lead?.fullName ?? 'a lead'}`}
        />
      ) : null,
  },
];

function parseView({ get }: ListUrlState): PaymentListView {
  const order = get('payments_order');
  return {
    search: truncate(get('payments_search') ?? '', SEARCH_MAX, ''),
    user: get('payments_user'),
    order: isKeyOf(sortOrderLabels, order) ? order : defaultPaymentView.order,
    before: parseCursor(get('payments_before')),
  };
}

export function PaymentsSection({ listState }: { listState: ListUrlState }) {
  const view = parseView(listState);
  const query = useQuery(paymentsQuery(view));
  const pages = listState.getPages('payments_before', query);
  return (
    <section aria-labelledby="payments" className="mt-12 md:mt-16">
      <ListToolbar
        title={{ id: 'payments', text: 'Payments' }}
        {...(view.user === null
          ? {
              search: {
                label: 'Search payments',
                hint: 'User, lead or payment ID',
                value: view.search,
                onSearch: (payments_search: string) =>
                  listState.update({ payments_search, payments_before: null }, { replace: true }),
              },
            }
          : {
              filters: (
                <OneUser
                  what="payments"
                  userId={view.user}
                  onShowAll={() => listState.update({ payments_user: null, payments_before: null })}
                />
              ),
            })}
      />
      <AdminList
        query={query}
        pageKey={view.before ?? ''}
        loading="Loading payments..."
        failure="The payments could not be loaded."
        isEmpty={({ payments }) => payments.length === 0}
        summary={({ payments, total }) => summarizeCursorPageOf(payments.length, total, 'payment')}
        empty={
          !pages.isFirst ? (
            <EndOfList of="payments" />
          ) : view.search !== '' || view.user !== null ? (
            <EmptyState
              icon={SearchX}
              title="No payments match this search"
              description="Search covers user names, lead names and the start of payment IDs."
            />
          ) : (
            <EmptyState
              icon={Receipt}
              title="No payments yet"
              description="Payments for sold leads will appear here."
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
              defaultValue: defaultPaymentView.order,
              labels: sortOrderLabels,
              onChange: (order) =>
                listState.update({
                  payments_order: order === defaultPaymentView.order ? null : order,
                  payments_before: null,
                }),
            }}
          />
        )}
      </AdminList>
    </section>
  );
}
