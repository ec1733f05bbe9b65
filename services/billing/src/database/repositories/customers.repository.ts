import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ProviderCard } from '../../provider/saved-cards.js';
import { Customer } from '../entities/customer.entity.js';

@Injectable()
export class CustomersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(buyerId: string): Promise<Customer | null> {
    return this.dataSource.manager.findOneBy(Customer, { buyerId });
  }

  /** Keeps the first one: answers the customer that is in force from now on. */
  async commitCustomer(buyerId: string, stripeCustomerId: string): Promise<string> {
    const [row]: { id: string }[] = await this.dataSource.query(
      `INSERT INTO customers AS c (buyer_id, stripe_customer_id) VALUES ($1, $2)
       ON CONFLICT (buyer_id) DO UPDATE
          SET stripe_customer_id = COALESCE(c.stripe_customer_id, excluded.stripe_customer_id), updated_at = now()
       RETURNING stripe_customer_id AS id`,
      [buyerId, stripeCustomerId],
    );
    return row?.id ?? stripeCustomerId;
  }

  async lock(tx: Tx, buyerId: string): Promise<Customer> {
    return tx.manager.findOneOrFail(Customer, { where: { buyerId }, lock: { mode: 'pessimistic_write' } });
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

  /** A card that was saved since the charge was ordered is not blamed. */
  async blameCard(tx: Tx, buyerId: string, cardVersion: number): Promise<void> {
    await tx.query(
      `UPDATE customers SET card_usable = false, updated_at = now()
        WHERE buyer_id = $1 AND card_version = $2 AND card_usable`,
      [buyerId, cardVersion],
    );
  }
}
