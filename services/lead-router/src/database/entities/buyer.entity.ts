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
