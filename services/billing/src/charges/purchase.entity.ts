import type { PurchaseState } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One charge of one buyer for one lead. Card and customer are a copy from the moment of the request. */
@Entity('purchases')
export class PurchaseEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'offer_id' })
  offerId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  /** decimal(10,2): '80.00'. */
  @Column('numeric', { precision: 10, scale: 2 })
  amount!: string;

  @Column('text')
  currency!: string;

  @Column('text')
  status!: PurchaseState;

  /** Committed before confirmation. Only the committed intent is ever confirmed. */
  @Column('text', { name: 'stripe_payment_intent_id', nullable: true })
  stripePaymentIntentId!: string | null;

  @Column('text', { name: 'stripe_payment_method_id', nullable: true })
  stripePaymentMethodId!: string | null;

  @Column('text', { name: 'stripe_customer_id', nullable: true })
  stripeCustomerId!: string | null;

  @Column('integer', { name: 'card_version' })
  cardVersion!: number;

  /** Counts from 1 and is part of the next creation's idempotency key. */
  @Column('integer', { name: 'create_attempt', default: 1 })
  createAttempt!: number;

  /** Counts from 1 and is part of the next confirmation's idempotency key. */
  @Column('integer', { name: 'confirm_attempt', default: 1 })
  confirmAttempt!: number;

  /** Number of the last published `billing.resolve-charge`; 0 if there is none. */
  @Column('integer', { name: 'resolve_attempt', default: 0 })
  resolveAttempt!: number;

  @Column('text', { name: 'decline_code', nullable: true })
  declineCode!: string | null;

  /** The refund or dispute that `billing.lead-refunded` named. Null unless given back. */
  @Column('uuid', { name: 'given_back_by', nullable: true })
  givenBackBy!: string | null;

  /** Set before the intent is canceled at the provider. Becomes the decline code once it is. */
  @Column('text', { name: 'cancel_code', nullable: true })
  cancelCode!: string | null;

  @Column('timestamptz', { name: 'first_requested_at' })
  firstRequestedAt!: Date;

  /** Time during which the provider did not answer, up to the last answer. */
  @Column('integer', { name: 'unanswered_ms', default: 0 })
  unansweredMs!: number;

  /** Since then the provider has not answered; null if it did. */
  @Column('timestamptz', { name: 'unanswered_since', nullable: true })
  unansweredSince!: Date | null;

  @Column('timestamptz', { name: 'purchased_at', nullable: true })
  purchasedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
