import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ProviderCard } from '../provider/saved-card-client.js';
import { CustomerEntity } from './customer.entity.js';

@Injectable()
export class CustomerRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(buyerId: string): Promise<CustomerEntity | null> {
    return this.dataSource.manager.findOneBy(CustomerEntity, { buyerId });
  }

  /** Saves the provider's customer id unless the buyer already has one. Returns the id that is now in use. */
  async saveStripeCustomer(buyerId: string, stripeCustomerId: string): Promise<string> {
    const [row]: { id: string }[] = await this.dataSource.query(
      `INSERT INTO customers AS c (buyer_id, stripe_customer_id) VALUES ($1, $2)
       ON CONFLICT (buyer_id) DO UPDATE
          SET stripe_customer_id = COALESCE(c.stripe_customer_id, excluded.stripe_customer_id), updated_at = now()
       RETURNING stripe_customer_id AS id`,
      [buyerId, stripeCustomerId],
    );
    return row?.id ?? stripeCustomerId;
  }

  async lock(tx: Tx, buyerId: string): Promise<CustomerEntity> {
    return tx.manager.findOneOrFail(CustomerEntity, {
      where: { buyerId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async replaceCard(tx: Tx, buyerId: string, version: number, card: ProviderCard): Promise<void> {
    await tx.query(
      `UPDATE customers
          SET stripe_payment_method_id = $3, card_brand = $4, card_last4 = $5, card_exp_month = $6,
              card_exp_year = $7, card_version = $2, card_usable = true, updated_at = now()
        WHERE buyer_id = $1`,
      [buyerId, version, card.paymentMethodId, card.brand, card.last4, card.expMonth, card.expYear],
    );
  }

  /** Makes the card unusable, unless the buyer has saved a newer one since the charge was requested. */
  async disableCard(tx: Tx, buyerId: string, cardVersion: number): Promise<void> {
    await tx.query(
      `UPDATE customers SET card_usable = false, updated_at = now()
        WHERE buyer_id = $1 AND card_version = $2 AND card_usable`,
      [buyerId, cardVersion],
    );
  }
}
