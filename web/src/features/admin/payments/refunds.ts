import type { AdminRefund } from '@desk/contracts/billing/refunds.http';
import type { AdminRefundReason, RefundReason, RefundState } from '@desk/contracts/billing/refunds.values';
import { formatName } from '@/lib/person-name';
import type { Tone } from '@/lib/tone';

export const adminReasonLabels: Record<AdminRefundReason, string> = {
  'not-delivered': 'The lead was not delivered',
  'duplicate-charge': 'The agent was charged twice',
  goodwill: 'Goodwill',
};

const requestTitles: Record<Exclude<RefundReason, AdminRefundReason>, string> = {
  undeliverable: 'Refund requested: no channel could deliver the lead',
  'made-at-provider': "Refund made in the card provider's dashboard",
};

export function describeRequest({ reason, requestedBy }: AdminRefund): string {
  if (reason === 'undeliverable' || reason === 'made-at-provider') return requestTitles[reason];
  const actor = requestedBy === null ? 'an admin' : formatName(requestedBy);
  return `Refund requested by ${actor}: ${adminReasonLabels[reason].toLowerCase()}`;
}

/** Null for a refund that was not made, because the money had already been returned. */
export const refundBadges: Record<RefundState, { readonly tone: Tone; readonly text: string } | null> = {
  requested: { tone: 'money', text: 'Refunding' },
  pending: { tone: 'money', text: 'Refunding' },
  succeeded: { tone: 'neutral', text: 'Refunded' },
  failed: { tone: 'danger', text: 'Refund failed' },
  canceled: null,
};

/** Whether another refund may be requested: the payment is ours, and none is on its way. */
export const isRefundable = (status: string, last: Pick<AdminRefund, 'status'> | null | undefined): boolean =>
  status === 'succeeded' && last?.status !== 'requested' && last?.status !== 'pending';
