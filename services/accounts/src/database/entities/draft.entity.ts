import type { SavedStep } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What `complete` was asked for, until the account is made. The password is already hashed. */
export interface Claim {
  readonly setupIntentId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string | null;
  readonly email: string;
  readonly phone: string;
  readonly passwordHash: string;
  readonly dailyLeadLimit: number;
  /** From where it was asked. */
  readonly address: string;
}

@Entity('get_started_leads')
export class DraftEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** SHA-256 of the session id that the browser holds. */
  @Column('text', { name: 'session_hash' })
  sessionHash!: string;

  @Column('text', { name: 'current_step' })
  currentStep!: SavedStep;

  @Column('text', { name: 'completed_steps', array: true })
  completedSteps!: SavedStep[];

  @Column('boolean', { name: 'accepted_terms' })
  acceptedTerms!: boolean;

  @Column('boolean', { name: 'delivery_email' })
  deliveryEmail!: boolean;

  @Column('boolean', { name: 'delivery_text' })
  deliveryText!: boolean;

  @Column('boolean', { name: 'delivery_slack' })
  deliverySlack!: boolean;

  @Column('text', { name: 'delivery_other', nullable: true })
  deliveryOther!: string | null;

  @Column('text', { name: 'first_name', nullable: true })
  firstName!: string | null;

  @Column('text', { name: 'last_name', nullable: true })
  lastName!: string | null;

  @Column('text', { name: 'company_name', nullable: true })
  companyName!: string | null;

  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { nullable: true })
  phone!: string | null;

  /** The id that the user will have: whatever is made for this draft, and however often, is made for this id. */
  @Column('uuid', { name: 'reserved_user_id' })
  reservedUserId!: string;

  @Column('jsonb', { nullable: true })
  claim!: Claim | null;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt!: Date | null;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
