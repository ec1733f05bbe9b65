import type { Refund, RefundReason, RefundState } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One attempt to give a payment back, ours or made at the card provider. */
@Entity('refunds')
export class RefundEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'purchase_id' })
  purchaseId!: string;

  /** decimal(10,2): '80.00'. Less than the purchase's if somebody gave a part back at the provider. */
  @Column('numeric', { precision: 10, scale: 2 })
  amount!: string;

  @Column('text')
  status!: RefundState;

  @Column('text')
  reason!: RefundReason;

  /** Of an undeliverable lead: no recipient ever answered, because our mail server or a provider failed us. */
  @Column('boolean', { name: 'is_our_failure', default: false })
  isOurFailure!: boolean;

  /** What the administrator wrote. */
  @Column('text', { nullable: true })
  note!: string | null;

  /** The administrator; null if nobody of ours requested it. */
  @Column('uuid', { name: 'requested_by', nullable: true })
  requestedBy!: string | null;

  @Column('text', { name: 'stripe_refund_id', nullable: true })
  stripeRefundId!: string | null;

  /** The provider's own word for its state, as last read. */
  @Column('text', { name: 'provider_status', nullable: true })
  providerStatus!: string | null;

  @Column('text', { name: 'failure_reason', nullable: true })
  failureReason!: string | null;

  /** Counts from 1 and is part of the next creation's idempotency key. */
  @Column('integer', { name: 'create_attempt', default: 1 })
  createAttempt!: number;

  /** Number of the last published `billing.resolve-refund`; 0 if there is none. */
  @Column('integer', { name: 'resolve_attempt', default: 0 })
  resolveAttempt!: number;

  @Column('timestamptz', { name: 'requested_at' })
  requestedAt!: Date;

  @Column('timestamptz', { name: 'succeeded_at', nullable: true })
  succeededAt!: Date | null;

  /** When it failed or was canceled. */
  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}

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
