import type { DisputeState } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A cardholder's objection to a charge, as the provider last reported it. */
@Entity('disputes')
export class DisputeEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'stripe_dispute_id' })
  stripeDisputeId!: string;

  @Column('uuid', { name: 'purchase_id' })
  purchaseId!: string;

  @Column('uuid', { name: 'buyer_id' })
  buyerId!: string;

  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  @Column('numeric', { precision: 10, scale: 2 })
  amount!: string;

  @Column('text')
  status!: DisputeState;

  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'evidence_due_by', nullable: true })
  evidenceDueBy!: Date | null;

  @Column('timestamptz', { name: 'opened_at' })
  openedAt!: Date;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt!: Date | null;

  @Column('timestamptz', { name: 'reviewed_at', nullable: true })
  reviewedAt!: Date | null;
}
