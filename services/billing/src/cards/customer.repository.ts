import { cardChanged, type PayloadOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ProviderCard } from '../provider/saved-card-client.js';
import { CustomerEntity } from './customer.entity.js';

type CardChange = PayloadOf<typeof cardChanged>;

/** Announces a change of the card on file, in the transaction that makes it. */
export const publishCardChanged = (tx: Tx, change: CardChange): void =>
  tx.publish(cardChanged, change, { key: `${change.buyerId}-${change.version}` });

@Injectable()
export class CustomerRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(buyerId: string): Promise<CustomerEntity | null> {
    return this.dataSource.manager.findOneBy(CustomerEntity, { buyerId });
  }

  async findByCard(stripePaymentMethodId: string): Promise<CustomerEntity | null> {
    return this.dataSource.manager.findOneBy(CustomerEntity, { stripePaymentMethodId });
  }

  /**
   * Saves the provider's customer id unless the buyer already has one. Returns the id that is now in use, and whether the
   * buyer was erased meanwhile.
   */
  async saveStripeCustomer(
    buyerId: string,
    stripeCustomerId: string,
  ): Promise<{ id: string; isErased: boolean }> {
    const [row]: { id: string; isErased: boolean }[] = await this.dataSource.query(
      `INSERT INTO customers AS c (buyer_id, stripe_customer_id) VALUES ($1, $2)
       ON CONFLICT (buyer_id) DO UPDATE
          SET stripe_customer_id = COALESCE(c.stripe_customer_id, excluded.stripe_customer_id), updated_at = now(),
              forgotten_at = CASE WHEN c.stripe_customer_id IS NOT NULL THEN c.forgotten_at END
       RETURNING stripe_customer_id AS id, erased_at IS NOT NULL AS "isErased"`,
      [buyerId, stripeCustomerId],
    );
    return row ?? { id: stripeCustomerId, isErased: false };
  }

  /** Returns the id that is now in use, or undefined if the buyer was erased. */
  async replaceStripeCustomer(
    buyerId: string,
    deletedId: string,
    createdId: string,
  ): Promise<string | undefined> {
    const [[row]]: [{ id: string }[]] = await this.dataSource.query(
      `UPDATE customers
          SET stripe_customer_id = CASE stripe_customer_id WHEN $2 THEN $3 ELSE stripe_customer_id END, updated_at = now()
        WHERE buyer_id = $1 AND erased_at IS NULL RETURNING stripe_customer_id AS id`,
      [buyerId, deletedId, createdId],
    );
    return row?.id;
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
              card_exp_year = $7, card_version = $2, card_usable = true, decline_code = NULL, card_saved_at = now(),
              updated_at = now()
        WHERE buyer_id = $1`,
      [buyerId, version, card.paymentMethodId, card.brand, card.last4, card.expMonth, card.expYear],
    );
  }

  /** Forgets a card that was saved before. Returns the new version; undefined if there is none. */
  async removeCard(tx: Tx, buyerId: string, savedBefore: string): Promise<number | undefined> {
    const [row] = await tx.query<{ version: number }>(
      `UPDATE customers
          SET stripe_payment_method_id = NULL, card_brand = NULL, card_last4 = NULL, card_exp_month = NULL,
              card_exp_year = NULL, card_version = card_version + 1, card_usable = false, decline_code = NULL,
              card_saved_at = NULL, updated_at = now()
        WHERE buyer_id = $1 AND erased_at IS NULL AND stripe_payment_method_id IS NOT NULL
          AND (card_saved_at IS NULL OR card_saved_at < $2)
        RETURNING card_version AS version`,
      [buyerId, savedBefore],
    );
    return row?.version;
  }

  /** Forgets the card on file, except for the provider's id of it. */
  async erase(tx: Tx, buyerId: string): Promise<void> {
    await tx.query(
      `INSERT INTO customers AS c (buyer_id, erased_at) VALUES ($1, now())
       ON CONFLICT (buyer_id) DO UPDATE
          SET erased_at = COALESCE(c.erased_at, now()), card_usable = false, card_brand = NULL, card_last4 = NULL,
              card_exp_month = NULL, card_exp_year = NULL, updated_at = now()`,
      [buyerId],
    );
  }

  /** Does nothing if the buyer has another customer at the provider by now. */
  async setForgotten({ buyerId, stripeCustomerId }: CustomerEntity): Promise<void> {
    await this.dataSource.query(
      `UPDATE customers SET stripe_payment_method_id = NULL, forgotten_at = now(), updated_at = now()
        WHERE buyer_id = $1 AND erased_at IS NOT NULL AND stripe_customer_id IS NOT DISTINCT FROM $2`,
      [buyerId, stripeCustomerId],
    );
  }

  /** Makes the card unusable, unless the buyer has saved a newer one since the charge was requested. */
  async disableCard(tx: Tx, buyerId: string, cardVersion: number, declineCode: string): Promise<void> {
    await tx.query(
      `UPDATE customers SET card_usable = false, decline_code = $3, updated_at = now()
        WHERE buyer_id = $1 AND card_version = $2 AND card_usable`,
      [buyerId, cardVersion, declineCode],
    );
  }

  /** Whether one of these setups was begun after the card on file became unusable. */
  async hasSetupSinceDecline(tx: Tx, buyerId: string, setupIds: readonly string[]): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 FROM card_setups s JOIN customers c USING (buyer_id)
        WHERE buyer_id = $1 AND s.intent_id = ANY ($2::text[]) AND s.created_at > c.updated_at LIMIT 1`,
      [buyerId, setupIds],
    );
    return rows.length > 0;
  }

  /** `declineCode`: why the card is unusable; null if it is usable. The caller holds the lock on the customer. */
  async setUsable(tx: Tx, buyerId: string, version: number, declineCode: string | null): Promise<void> {
    await tx.query(
      `UPDATE customers SET card_usable = $3::text IS NULL, card_version = $2, decline_code = $3, updated_at = now()
        WHERE buyer_id = $1`,
      [buyerId, version, declineCode],
    );
  }

  /** Updates the details of the same card. The caller holds the lock on the customer. */
  async updateCard(
    tx: Tx,
    buyerId: string,
    version: number,
    usable: boolean,
    card: ProviderCard,
  ): Promise<void> {
    await tx.query(
      `UPDATE customers
          SET card_brand = $2, card_last4 = $3, card_exp_month = $4, card_exp_year = $5, card_version = $6,
              card_usable = $7, decline_code = CASE WHEN $7 THEN NULL ELSE decline_code END, updated_at = now()
        WHERE buyer_id = $1`,
      [buyerId, card.brand, card.last4, card.expMonth, card.expYear, version, usable],
    );
  }
}
