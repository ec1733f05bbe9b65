import type { Refund } from '@desk/contracts';
import type { RefundEntity } from './refund.entity.js';

export const toRefundDto = (refund: RefundEntity): Refund => ({
  id: refund.id,
  amount: refund.amount,
  status: refund.status,
  reason: refund.reason,
  note: refund.note,
  requestedBy: refund.requestedBy,
  stripeRefundId: refund.stripeRefundId,
  failureReason: refund.failureReason,
  requestedAt: refund.requestedAt.toISOString(),
  succeededAt: refund.succeededAt?.toISOString() ?? null,
  endedAt: refund.endedAt?.toISOString() ?? null,
});
