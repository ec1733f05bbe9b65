import type { OfferState } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One buyer's reservation of one lead, and the unit of the buyer's day that it holds. */
@Entity('lead_offers')
export class LeadOffer {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  @Column('uuid', { name: 'buyer_id' })
  buyerId!: string;

  @Column('text')
  status!: OfferState;

  @Column('integer', { name: 'amount_cents' })
  amountCents!: number;

  /** The buyer's own calendar day, `YYYY-MM-DD`. */
  @Column('date', { name: 'unit_day' })
  slotDay!: string;

  /** The how-manieth unit of that day this was when it was taken. */
  @Column('integer', { name: 'unit_number' })
  slotNumber!: number;

  @Column('integer', { name: 'limit_in_force' })
  limitInForce!: number;

  /** Taken while the buyer's row was locked, so it orders the offer against the buyer's changes. */
  @Column('timestamptz', { name: 'reserved_at' })
  reservedAt!: Date;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  closedAt!: Date | null;

  @Column('text', { name: 'decline_code', nullable: true })
  declineCode!: string | null;
}
