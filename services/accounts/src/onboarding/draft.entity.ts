import type { SavedStep } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The submitted sign-up form, kept until the account is complete. The password is already hashed. */
export interface SignUpSubmission {
  readonly setupIntentId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string | null;
  readonly email: string;
  readonly phone: string;
  readonly passwordHash: string;
  readonly dailyLeadLimit: number;
  /** Absent if the browser named none that is known. */
  readonly timeZone?: string;
  /** IP address of the caller. */
  readonly address: string;
  /** Of a submission that names another card or limit than an earlier one, which created the account (ADR 4). */
  readonly changeNumber?: number;
}

/** A sign-up in progress. */
@Entity('sign_up_drafts')
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

  @Column('timestamptz', { name: 'terms_accepted_at', nullable: true })
  termsAcceptedAt!: Date | null;

  @Column('text', { name: 'terms_version', nullable: true })
  termsVersion!: string | null;

  @Column('text', { name: 'terms_network', nullable: true })
  termsNetwork!: string | null;

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

  /**
   * The id that the account will get. The payment customer and the card are created for it before the account exists,
   * so that a repeated step finds them again.
   */
  @Column('uuid', { name: 'reserved_user_id' })
  reservedUserId!: string;

  @Column('jsonb', { nullable: true })
  submission!: SignUpSubmission | null;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt!: Date | null;

  /** Set once the account exists; its card may still be missing until `completedAt`. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
