import { formatAmount } from '@desk/contracts/format/price';
import type { AdminRefund } from '@desk/contracts/billing/refunds.http';
import { toCents } from '@desk/contracts/money';
import { describeRequest } from '../payments/refunds';
import type { Draft } from './timeline-step';

const step = (
  refund: AdminRefund,
  part: string,
  at: string | null,
  title: string,
  rest: Partial<Pick<Draft, 'tone' | 'details' | 'code'>> = {},
): Draft => ({
  ...{
    key: `refund-${refund.id}-${part}`,
    kind: 'refund',
    tone: 'plain',
    title,
    details: [],
    code: null,
    at,
  },
  ...rest,
});

/** Builds the steps of one refund: the request, and each state that it went through. */
export function refundSteps(refund: AdminRefund): Draft[] {
  const { status, note, requestedAt, succeededAt, endedAt, failureReason, stripeRefundId: code } = refund;
  const amount = formatAmount(toCents(refund.amount));
  const details = note === null ? [] : [note];
  const steps = [step(refund, 'requested', requestedAt, describeRequest(refund), { details })];
  if (status === 'requested' || status === 'pending')
    steps.push(step(refund, 'open', null, `Refund of ${amount} in progress`, { tone: 'waiting', code }));
  if (succeededAt !== null)
    steps.push(step(refund, 'succeeded', succeededAt, `Refunded ${amount}`, { tone: 'bad', code }));
  if (status === 'failed')
    steps.push(
      step(refund, 'failed', endedAt, 'Refund failed', {
        tone: 'bad',
        details: ['The money did not reach the card. Request another refund, or pay the agent another way.'],
        code: failureReason,
      }),
    );
  if (status === 'canceled')
    steps.push(
      step(refund, 'canceled', endedAt, 'Refund canceled: it moved no money', { code: failureReason }),
    );
  return steps;
}
