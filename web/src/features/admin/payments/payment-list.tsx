import type { AdminPayment } from '@desk/contracts/accounts/accounts.http';
import { formatAmount } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { defineList } from '@/components/list/define-list';
import { cursor, newestOrOldest, only, search } from '@/components/list/list-params';
import { Badge } from '@/components/ui/badge';
import { Receipt } from '@/components/ui/icons';
import { formatDateTime } from '@/lib/dates';
import { formatName } from '@/lib/person-name';
import { agentColumn, AgentLink, leadColumn, LeadLink, sortByTime } from '../columns';
import { CopyButton } from '@/components/ui/copy-button';
import type { RouteQuery } from '@/lib/api-client';
import { callRouteWithHeaders, parseNextLink } from '@/lib/route-headers';
import { routeKey } from '@/lib/route-query';
import { listOptions } from '../queries';
import { OnlyUser } from '../users/only-user';
import { isRefundable, refundBadges } from './refunds';
import { RequestRefund } from './request-refund';

const PAGE_SIZE = '25';

export const paymentsQuery = (view: RouteQuery<'listPayments'>) =>
  queryOptions({
    queryKey: routeKey('listPayments', view),
    queryFn: async () => {
      const { body, headers } = await callRouteWithHeaders('listPayments', {
        query: { ...view, pageSize: PAGE_SIZE },
      });
      return {
        payments: body,
        total: Number(headers.get('x-total-count')),
        isTotalMinimum: headers.get('x-total-is-minimum') === 'true',
        /** Sum of all matches except refunds. */
        totalCents: toCents(headers.get('x-total-amount') ?? '0.00'),
        next: parseNextLink(headers.get('link'), 'before'),
      };
    },
    ...listOptions,
  });

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

export const paymentList = defineList({
  one: 'payment',
  isSection: true,
  prefix: 'payments_',
  params: {
    search: search({
      hint: 'User, lead or payment ID',
      covers: 'Search covers user names, lead names and the start of payment IDs.',
    }),
    user: only(OnlyUser),
    order: newestOrOldest,
    before: cursor,
  },
  useData: (view) => useQuery(paymentsQuery(view)),
  changes: ['payments'],
  rows: ({ payments }) => payments,
  total: ({ total }) => total,
  isTotalMinimum: ({ isTotalMinimum }) => isTotalMinimum,
  columns: [
    {
      header: 'Date',
      noWrap: true,
      sortCycle: sortByTime,
      cell: ({ purchasedAt }) => formatDateTime(purchasedAt),
    },
    { ...agentColumn, header: 'User', role: 'name', cell: ({ user }) => <AgentLink agent={user} /> },
    {
      ...leadColumn,
      cell: ({ lead }) => (lead === null ? '-' : <LeadLink id={lead.id} name={lead.fullName} />),
    },
    { header: 'Amount', role: 'badge', noWrap: true, cell: (payment) => <Amount payment={payment} /> },
    {
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
      header: 'Actions',
      role: 'action',
      cell: ({ id, amount, status, refund, user, lead }) =>
        isRefundable(status, refund) ? (
          <RequestRefund
            paymentId={id}
            amount={amount}
            agentName={formatName(user)}
            leadName={lead?.fullName ?? 'Unknown lead'}
          />
        ) : null,
    },
  ],
  minTableWidthPx: 700,
  empty: ({ search: text, user }, { isTotalMinimum }) =>
    isTotalMinimum
      ? {
          icon: Receipt,
          title: 'No payments found',
          description: 'More users or leads match than the search covers. Enter more of the name.',
        }
      : text !== '' || user !== null
        ? null
        : {
            icon: Receipt,
            title: 'No payments yet',
            description: 'Payments for sold leads will appear here.',
          },
});
