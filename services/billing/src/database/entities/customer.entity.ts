import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A buyer's account at the card provider, and the card to charge. */
@Entity('customers')
export class Customer {
  @PrimaryColumn('uuid', { name: 'buyer_id' })
  buyerId!: string;

  /** Null until the provider has made one. */
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

  /** Counts the cards saved: a refused charge blames only the card that it was tried on. */
  @Column('integer', { name: 'card_version', default: 0 })
  cardVersion!: number;

  @Column('boolean', { name: 'card_usable', default: false })
  cardUsable!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
