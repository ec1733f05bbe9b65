import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A buyer's customer record at the card provider, and the card on file. */
@Entity('customers')
export class CustomerEntity {
  @PrimaryColumn('uuid', { name: 'buyer_id' })
  buyerId!: string;

  /** Null until the provider has created the customer. */
  @Column('text', { name: 'stripe_customer_id', nullable: true })
  stripeCustomerId!: string | null;

  @Column('text', { name: 'stripe_payment_method_id', nullable: true })
  stripePaymentMethodId!: string | null;

  @Column('text', { name: 'card_brand', nullable: true })
  cardBrand!: string | null;

  @Column('text', { name: 'card_last4', nullable: true })
  cardLast4!: string | null;

  @Column('integer', { name: 'card_exp_month', nullable: true })
  cardExpMonth!: number | null;

  @Column('integer', { name: 'card_exp_year', nullable: true })
  cardExpYear!: number | null;

  /** Incremented with each saved card, so that a declined charge disables only the card it was attempted on. */
  @Column('integer', { name: 'card_version', default: 0 })
  cardVersion!: number;

  @Column('boolean', { name: 'card_usable', default: false })
  cardUsable!: boolean;

  /** Why the card is unusable; null if it is usable, or the reason is not known. */
  @Column('text', { name: 'decline_code', nullable: true })
  declineCode!: string | null;

  /** From then on no card may be saved or charged. */
  @Column('timestamptz', { name: 'erased_at', nullable: true })
  erasedAt!: Date | null;

  /** When the provider had no card of an erased buyer any more. */
  @Column('timestamptz', { name: 'forgotten_at', nullable: true })
  forgottenAt!: Date | null;
}
