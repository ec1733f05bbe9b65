import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Normalized: see `normalizeEmail`. */
  @Column('text')
  email!: string;

  /** When the user last confirmed `email`. A later bounce cancels it: see `isEmailConfirmed`. */
  @Column('timestamptz', { name: 'email_confirmed_at', nullable: true })
  emailConfirmedAt!: Date | null;

  /** When a mail server last refused `email`. */
  @Column('timestamptz', { name: 'email_bounced_at', nullable: true })
  emailBouncedAt!: Date | null;

  /** From then on, an address that is not confirmed gets no personal data of leads. */
  @Column('timestamptz', { name: 'email_confirm_by' })
  emailConfirmBy!: Date;

  /** Wrong card digits entered for password resets since the address was last confirmed. */
  @Column('integer', { name: 'card_digit_failures' })
  cardDigitFailures!: number;

  /** argon2id hash in PHC format. */
  @Column('text')
  password!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text', { name: 'last_name' })
  lastName!: string;

  @Column('text')
  phone!: string;

  @Column('text', { name: 'company_name', nullable: true })
  companyName!: string | null;

  @Column('text', { name: 'stripe_payment_method_id', nullable: true })
  stripePaymentMethodId!: string | null;

  /** Version of the last card change received from billing. Older changes are ignored. */
  @Column('integer', { name: 'card_version' })
  cardVersion!: number;

  /** Read copy, like `dailyLeadLimit`: lead-router owns both. */
  @Column('boolean', { name: 'service_enabled' })
  serviceEnabled!: boolean;

  @Column('integer', { name: 'daily_lead_limit' })
  dailyLeadLimit!: number;

  /** lead-router's version of the two; an older one is stale. */
  @Column('integer', { name: 'settings_version', default: 1 })
  settingsVersion!: number;

  @Column('boolean', { name: 'is_admin' })
  isAdmin!: boolean;

  /** Whether an authenticator app or a passkey is set up; kept with them in one transaction. */
  @Column('boolean', { name: 'has_second_factor', default: false })
  hasSecondFactor!: boolean;

  @Column('text', { name: 'time_zone' })
  timeZone!: string;

  /** Number of changes of the time zone. */
  @Column('integer', { name: 'time_zone_version', default: 0 })
  timeZoneVersion!: number;

  /** Number of recoveries: see `recoveries` in `account-protection.ts`. */
  @Column('integer', { name: 'recovery_version', default: 0 })
  recoveryVersion!: number;

  /** When the user accepted the Terms of Service; null if that was not recorded. */
  @Column('timestamptz', { name: 'terms_accepted_at', nullable: true })
  termsAcceptedAt!: Date | null;

  /** Which terms. */
  @Column('text', { name: 'terms_version', nullable: true })
  termsVersion!: string | null;

  /** The network from which they were accepted. */
  @Column('text', { name: 'terms_network', nullable: true })
  termsNetwork!: string | null;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt!: Date | null;

  /** Erased for good: nothing in the row identifies the agent any more. A trigger keeps it that way. */
  @Column('timestamptz', { name: 'erased_at', nullable: true })
  erasedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
