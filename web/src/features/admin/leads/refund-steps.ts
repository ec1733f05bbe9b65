import type { AdminRefund } from '@desk/contracts/billing/refunds.http';
import { formatAmount } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import { describeRequest } from '../payments/refunds';
import { type Draft, draft } from './timeline-step';

/** Builds the steps of one refund: the request, and each state that it went through. */
export function refundSteps(refund: AdminRefund): Draft[] {
  const { id, status, note, requestedAt, succeededAt, endedAt, failureReason } = refund;
  const amount = formatAmount(toCents(refund.amount));
  const code = refund.stripeRefundId;
  const details = note === null ? [] : [note];
  const steps = [draft('refund', `${id}-requested`, requestedAt, describeRequest(refund), { details })];
  if (status === 'requested' || status === 'pending')
    steps.push(
      draft('refund', `${id}-open`, null, `Refund of ${amount} in progress`, { tone: 'waiting', code }),
    );
  if (succeededAt !== null)
    steps.push(draft('refund', `${id}-succeeded`, succeededAt, `Refunded ${amount}`, { tone: 'bad', code }));
  if (status === 'failed')
    steps.push(
      draft('refund', `${id}-failed`, endedAt, 'Refund failed', {
        tone: 'bad',
        details: ['The money did not reach the card. Request another refund, or pay the agent another way.'],
        code: failureReason,
      }),
    );
  if (status === 'canceled')
    steps.push(
      draft('refund', `${id}-canceled`, endedAt, 'Refund canceled: it moved no money', {
        code: failureReason,
      }),
    );
  return steps;
}
