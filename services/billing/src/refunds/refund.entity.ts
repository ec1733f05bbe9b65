import type { Refund, RefundReason, RefundState } from '@desk/contracts';
import { defineEntity } from '@desk/service-kit';

/** One attempt to give a payment back, ours or made at the card provider. */
export interface RefundEntity {
  id: string;
  purchaseId: string;
  /** decimal(10,2): '80.00'. Less than the purchase's if only a part was given back at the provider. */
  amount: string;
  status: RefundState;
  reason: RefundReason;
  /** For an undeliverable lead: every attempt to deliver it failed because of us, not of a recipient. */
  isOurFailure: boolean;
  /** What the admin wrote. */
  note: string | null;
  /** The admin; null if no admin requested it. */
  requestedBy: string | null;
  stripeRefundId: string | null;
  /** The provider's status, as last read. */
  providerStatus: string | null;
  failureReason: string | null;
  /** Counts from 1 and is part of the next creation's idempotency key. */
  createAttempt: number;
  /** Number of the last published `billing.resolve-refund`; 0 if there is none. */
  resolveAttempt: number;
  requestedAt: Date;
  succeededAt: Date | null;
  /** When it failed or was canceled. */
  endedAt: Date | null;
}

export const RefundEntity = defineEntity<RefundEntity>('refunds', 'id', {
  uuid: ['id', 'purchaseId', 'requestedBy'],
  numeric: ['amount'],
  text: ['status', 'reason', 'note', 'stripeRefundId', 'providerStatus', 'failureReason'],
  boolean: ['isOurFailure'],
  integer: ['createAttempt', 'resolveAttempt'],
  timestamptz: ['requestedAt', 'succeededAt', 'endedAt'],
});

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
