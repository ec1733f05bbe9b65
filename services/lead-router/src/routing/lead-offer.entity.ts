import type { OfferState } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One buyer's reservation of one lead, with the daily slot it holds. */
@Entity('lead_offers')
export class LeadOfferEntity {
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

  /** `YYYY-MM-DD` in the buyer's time zone. */
  @Column('date', { name: 'unit_day' })
  slotDay!: string;

  /** Counts the slots of that day from 1, as of the claim. */
  @Column('integer', { name: 'unit_number' })
  slotNumber!: number;

  @Column('integer', { name: 'limit_in_force' })
  limitInForce!: number;

  /** How many leads of the buyer were undelivered at the claim; null from the previous release, like the allowance. */
  @Column('integer', { name: 'undelivered_leads', nullable: true })
  undeliveredLeads!: number | null;

  @Column('integer', { name: 'undelivered_allowance', nullable: true })
  undeliveredAllowance!: number | null;

  /** Read while the buyer's row was locked, so it orders the offer among the buyer's changes. */
  @Column('timestamptz', { name: 'reserved_at' })
  reservedAt!: Date;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  closedAt!: Date | null;

  @Column('text', { name: 'decline_code', nullable: true })
  declineCode!: string | null;
}
