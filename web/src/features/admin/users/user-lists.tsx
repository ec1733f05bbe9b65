import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { formatAmount, formatPrice } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from '@/components/page/section';
import { type Column, DataTable, type WithId } from '@/components/ui/data-table';
import { formatDateTime } from '@/lib/dates';
import { pluralize } from '@/lib/numbers';
import { leadColumn, LeadLink, rowLink } from '../columns';
import { deliveryStateLabels } from '../labels';
import { NotLoaded } from './not-loaded';

type Loaded<Name extends 'leads' | 'payments' | 'deliveries'> = NonNullable<AdminUserPage[Name]>;
type Lead = Loaded<'leads'>['newest'][number];
type Payment = Loaded<'payments'>['newest'][number];
type Delivery = Loaded<'deliveries'>[number];

const leadName = {
  header: 'Lead',
  role: 'name',
  className: 'min-w-32 wrap-anywhere',
} as const;

const leadColumns: readonly Column<Lead>[] = [
  { header: 'Bought', noWrap: true, cell: ({ soldAt }) => formatDateTime(soldAt) },
  { ...leadName, cell: ({ id, fullName }) => <LeadLink id={id} name={fullName} /> },
  { header: 'Price', noWrap: true, cell: ({ amountCents }) => formatPrice(amountCents) },
  {
    header: 'Delivered',
    noWrap: true,
    cell: ({ deliveredAt, refundedAt }) =>
      refundedAt ? 'Refunded' : deliveredAt === null ? 'On its way' : formatDateTime(deliveredAt),
  },
];

const paymentColumns: readonly Column<Payment>[] = [
  { header: 'Date', noWrap: true, cell: ({ purchasedAt }) => formatDateTime(purchasedAt) },
  { ...leadName, cell: ({ lead }) => (lead === null ? '-' : <LeadLink id={lead.id} name={lead.fullName} />) },
  { header: 'Amount', noWrap: true, cell: ({ amount }) => formatAmount(toCents(amount)) },
  { header: 'Status', cell: ({ status }) => (status === 'refunded' ? 'Refunded' : 'Paid') },
];

const deliveryColumns: readonly Column<Delivery>[] = [
  {
    header: 'Time',
    noWrap: true,
    cell: ({ sentAt, failedAt, queuedAt }) => formatDateTime(sentAt ?? failedAt ?? queuedAt),
  },
  { ...leadColumn, ...leadName },
  { header: 'Channel', cell: ({ channel }) => channelFacts[channel].label },
  { header: 'Status', cell: ({ status }) => deliveryStateLabels[status] },
];

interface ListProps<Row extends WithId> {
  title: string;
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  empty: string;
  summary?: ReactNode;
}

const List = <Row extends WithId>({ title, rows, columns, empty, summary }: ListProps<Row>) => (
  <Section
    id={`user-${title.toLowerCase()}`}
    title={title}
    action={<p className="tabular text-sm text-muted">{summary}</p>}
  >
    {rows === undefined ? (
      <NotLoaded what={`The ${title.toLowerCase()}`} />
    ) : rows.length === 0 ? (
      <p className="text-muted">{empty}</p>
    ) : (
      <DataTable caption={`${title}, newest first`} columns={columns} rows={rows} minTableWidthPx={520} />
    )}
  </Section>
);

const SeeAll = ({ to, what }: { to: string; what: string }) => (
  <Link to={to} className={rowLink}>
    See all {what}
  </Link>
);

export const UserLists = ({ page: { user, leads, payments, deliveries } }: { page: AdminUserPage }) => (
  <>
    <List
      title="Leads"
      rows={leads?.newest}
      columns={leadColumns}
      empty="No leads bought yet."
      summary={
        leads === null ? null : (
          <>
            {pluralize(leads.total, 'lead')} bought.{' '}
            <SeeAll to={`/admin/leads?user=${user.id}`} what="leads" />
          </>
        )
      }
    />
    <List
      title="Payments"
      rows={payments?.newest}
      columns={paymentColumns}
      empty="No payments yet."
      summary={
        payments === null ? null : (
          <>
            {pluralize(payments.total, 'payment')}, {formatAmount(toCents(payments.amount))} kept.{' '}
            <SeeAll to={`/admin?payments_user=${user.id}#payments`} what="payments" />
          </>
        )
      }
    />
    <List
      title="Deliveries"
      rows={deliveries ?? undefined}
      columns={deliveryColumns}
      empty="No deliveries yet."
      summary={<SeeAll to={`/admin/deliveries?status=all&agent=${user.id}`} what="deliveries" />}
    />
  </>
);
