import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { formatAmount, formatPrice } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { Column } from '@/components/ui/data-table-types';
import { formatDateTime } from '@/lib/dates';
import { deliveryStateLabels } from '../labels';
import { LeadLink } from '../lead-link';

type Loaded<Name extends 'leads' | 'payments' | 'deliveries'> = NonNullable<AdminUserPage[Name]>;
type Lead = Loaded<'leads'>['newest'][number];
type Payment = Loaded<'payments'>['newest'][number];
type Delivery = Loaded<'deliveries'>[number];

export const leadColumns: readonly Column<Lead>[] = [
  { id: 'sold', header: 'Bought', noWrap: true, cell: ({ soldAt }) => formatDateTime(soldAt) },
  {
    id: 'lead',
    header: 'Lead',
    role: 'name',
    className: 'min-w-32 wrap-anywhere',
    cell: ({ id, fullName }) => <LeadLink id={id} name={fullName} />,
  },
  { id: 'price', header: 'Price', noWrap: true, cell: ({ amountCents }) => formatPrice(amountCents) },
  {
    id: 'delivered',
    header: 'Delivered',
    noWrap: true,
    cell: ({ deliveredAt, refundedAt }) =>
      refundedAt ? 'Refunded' : deliveredAt === null ? 'On its way' : formatDateTime(deliveredAt),
  },
];

export const paymentColumns: readonly Column<Payment>[] = [
  { id: 'date', header: 'Date', noWrap: true, cell: ({ purchasedAt }) => formatDateTime(purchasedAt) },
  {
    id: 'lead',
    header: 'Lead',
    role: 'name',
    className: 'min-w-32 wrap-anywhere',
    cell: ({ lead }) => lead?.fullName ?? '-',
  },
  { id: 'amount', header: 'Amount', noWrap: true, cell: ({ amount }) => formatAmount(toCents(amount)) },
  { id: 'status', header: 'Status', cell: ({ status }) => (status === 'refunded' ? 'Refunded' : 'Paid') },
];

export const deliveryColumns: readonly Column<Delivery>[] = [
  {
    id: 'time',
    header: 'Time',
    noWrap: true,
    cell: ({ sentAt, failedAt, queuedAt }) => formatDateTime(sentAt ?? failedAt ?? queuedAt),
  },
  {
    id: 'lead',
    header: 'Lead',
    role: 'name',
    className: 'min-w-32 wrap-anywhere',
    cell: ({ leadId, lead }) => <LeadLink id={leadId} name={lead?.fullName ?? 'Unknown lead'} />,
  },
  { id: 'channel', header: 'Channel', cell: ({ channel }) => channelFacts[channel].label },
  { id: 'status', header: 'Status', cell: ({ status }) => deliveryStateLabels[status] },
];
