import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An agent as a buyer: everything that decides whether the next lead may be reserved for them. */
@Entity('buyers')
export class BuyerEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('boolean', { name: 'service_enabled' })
  serviceEnabled!: boolean;

  @Column('integer', { name: 'daily_lead_limit' })
  dailyLeadLimit!: number;

  /** Number of changes applied to service and daily limit, plus 1. */
  @Column('integer', { name: 'settings_version', default: 1 })
  settingsVersion!: number;

  /** Number of the last change applied to the service; a lower one is stale (ADR 0010). */
  @Column('bigint', { name: 'service_change_number', default: 0 })
  serviceChangeNumber!: string;

  /**
   * Number of the last pause of ours after a lead that could not be delivered. If it is also the number of the last change
   * of the service, that pause is in force (ADR 0041).
   */
  @Column('bigint', { name: 'delivery_pause_number', nullable: true })
  deliveryPauseNumber!: string | null;

  /** When that pause began. */
  @Column('timestamptz', { name: 'delivery_paused_at', nullable: true })
  deliveryPausedAt!: Date | null;

  /** When the delivery pauses that count began: at most 7 days before the last one, and after any resumption by an admin. */
  @Column('timestamptz', { name: 'delivery_pauses', array: true, default: [] })
  deliveryPauses!: Date[];

  /** Number of the last change applied to the daily limit; a lower one is stale. */
  @Column('bigint', { name: 'limit_change_number', default: 0 })
  limitChangeNumber!: string;

  /** Set by an administrator, in accounts. Independent of the agent's own pause. */
  @Column('boolean', { name: 'account_disabled', default: false })
  accountDisabled!: boolean;

  /** Version of `accountDisabled`. */
  @Column('integer', { name: 'account_version', default: 0 })
  accountVersion!: number;

  /** A dispute stops the service until an administrator has looked at it. */
  @Column('boolean', { name: 'under_review', default: false })
  underReview!: boolean;

  /** Version of `underReview`. */
  @Column('integer', { name: 'review_version', default: 0 })
  reviewVersion!: number;

  /** IANA name. The buyer's day begins at midnight there. */
  @Column('text', { name: 'time_zone' })
  timeZone!: string;

  /** Version of `timeZone`, counted by accounts. */
  @Column('integer', { name: 'time_zone_version', default: 0 })
  timeZoneVersion!: number;

  @Column('boolean', { name: 'card_usable', default: false })
  cardUsable!: boolean;

  /** 0 until the first card. */
  @Column('integer', { name: 'card_version', default: 0 })
  cardVersion!: number;

  /** Until then the card is not charged, because its issuer could not answer; null if it may be. */
  @Column('timestamptz', { name: 'held_until', nullable: true })
  heldUntil!: Date | null;

  /** Derived with every change: whether the buyer may get any lead. The index for choosing buyers holds only these. */
  @Column('boolean', { name: 'is_open', default: false })
  isEligible!: boolean;

  /** Whether the buyer may get leads that match filters, hours or budgets. A trigger divides it from `is_open`. */
  @Column('boolean', { name: 'is_open_partly', default: false })
  isEligibleByFilters!: boolean;

  /** When the clock alone may change the above: a day, week, month or hours begin, hours or a hold end. */
  @Column('timestamptz', { name: 'reopens_at', nullable: true })
  eligibleAgainAt!: Date | null;

  /** Time of the last reservation. The buyer who has waited longest is served first. */
  @Column('timestamptz', { name: 'waiting_since' })
  waitingSince!: Date;

  @Column('date', { name: 'units_day', nullable: true })
  slotsDay!: string | null;

  /** Slots claimed on `slotsDay`: one for each offer that is open or charged. */
  @Column('integer', { name: 'units_used', default: 0 })
  slotsUsed!: number;

  /** Leads of this buyer and of tied accounts that no channel could deliver so far and nobody has seen (ADR 0063). */
  @Column('integer', { name: 'undelivered_leads', default: 0 })
  undeliveredLeads!: number;

  /** With so many, no more leads are sold to the buyer. */
  @Column('integer', { name: 'undelivered_allowance', default: 1 })
  undeliveredAllowance!: number;
}
