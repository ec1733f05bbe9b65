import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A buyer's standing: all that decides whether the next lead may be reserved for them. */
@Entity('buyers')
export class Buyer {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('boolean', { name: 'service_enabled' })
  serviceEnabled!: boolean;

  @Column('integer', { name: 'daily_lead_limit' })
  dailyLeadLimit!: number;

  /** Counts the changes applied to service and daily limit. */
  @Column('integer', { name: 'settings_version', default: 1 })
  settingsVersion!: number;

  /** Number of the last change applied to the service; a lower one is stale. */
  @Column('bigint', { name: 'service_change_number', default: 0 })
  serviceChangeNumber!: string;

  /** Number of the last change applied to the daily limit; a lower one is stale. */
  @Column('bigint', { name: 'limit_change_number', default: 0 })
  limitChangeNumber!: string;

  /** Set by an administrator, in accounts. Independent of the agent's own pause. */
  @Column('boolean', { name: 'account_disabled', default: false })
  accountDisabled!: boolean;

  /** Version of `accountDisabled`. */
  @Column('integer', { name: 'account_version', default: 0 })
  accountVersion!: number;

  /** IANA name; the buyer's day begins at midnight there. */
  @Column('text', { name: 'time_zone' })
  timeZone!: string;

  @Column('boolean', { name: 'card_usable', default: false })
  cardUsable!: boolean;

  @Column('integer', { name: 'card_version', default: 0 })
  cardVersion!: number;

  /** Derived on each change: enabled, card usable, limit not used up. The choosing index holds open buyers only. */
  @Column('boolean', { name: 'is_open', default: false })
  isOpen!: boolean;

  /** When a used-up day ends; null while it is not used up. */
  @Column('timestamptz', { name: 'reopens_at', nullable: true })
  reopensAt!: Date | null;

  /** Since the last reservation: the longest wait is served first. */
  @Column('timestamptz', { name: 'waiting_since' })
  waitingSince!: Date;

  @Column('date', { name: 'units_day', nullable: true })
  slotsDay!: string | null;

  /** Units held on `slotsDay`: one for each offer open or charged. */
  @Column('integer', { name: 'units_used', default: 0 })
  slotsUsed!: number;
}
