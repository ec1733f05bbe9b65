import type { Lead as CanonicalLead, LeadState } from '@desk/contracts';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('leads')
export class Lead {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'funnel_id' })
  funnelId!: string;

  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey!: string | null;

  /** SHA-256 of the body as sent, to recognise a repetition. */
  @Column('text', { name: 'body_hash' })
  bodyHash!: string;

  @Column('text', { name: 'full_name' })
  fullName!: string;

  @Column('text')
  phone!: string;

  @Column('text')
  email!: string;

  @Column('text')
  state!: string;

  @Column('text', { name: 'zip_code' })
  zipCode!: string;

  @Column('text', { name: 'age_range' })
  ageRange!: string;

  @Column('text', { name: 'estimated_assets' })
  estimatedAssets!: string;

  @Column('text', { name: 'purchase_timeline' })
  purchaseTimeline!: string;

  @Column('text', { name: 'lead_type' })
  leadType!: string;

  @Column('jsonb', { nullable: true })
  consent!: CanonicalLead['consent'] | null;

  @Column('text', { nullable: true })
  reference!: string | null;

  /** decimal(10,2); what this lead is sold for. */
  @Column({ type: 'numeric', precision: 10, scale: 2, default: '25.00' })
  price!: string;

  @Column('text', { default: 'available' })
  status!: LeadState;

  /** Derived by the database from the status. */
  @Column({ type: 'boolean', name: 'is_available', insert: false, update: false })
  isAvailable!: boolean;

  /** How many offers were made so far; it numbers the orders to route. */
  @Column('integer', { name: 'offers_made', default: 0 })
  offersMade!: number;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'sold_at', nullable: true })
  soldAt!: Date | null;
}
