import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Purchase } from '../entities/purchase.entity.js';

export interface NewPurchase {
  readonly id: string;
  readonly offerId: string;
  readonly buyerId: string;
  readonly leadId: string;
  readonly amount: string;
  readonly currency: string;
}

const INSERT = prepared(
  `WITH added AS (
     INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status,
                            stripe_customer_id, stripe_payment_method_id, card_version)
     SELECT $1, $2, $3, $4, $5, $6, 'pending',
            c.stripe_customer_id, c.stripe_payment_method_id, COALESCE(c.card_version, 0)
       FROM (SELECT $3::uuid AS buyer_id) b LEFT JOIN customers c USING (buyer_id)
     ON CONFLICT (offer_id) DO NOTHING
     RETURNING user_id)
   SELECT COALESCE(c.card_usable, false) AS "cardUsable"
     FROM added a LEFT JOIN customers c ON c.buyer_id = a.user_id`,
);
const COMMIT_INTENT = prepared(
  `UPDATE purchases SET stripe_payment_intent_id = $2, updated_at = now()
    WHERE id = $1 AND status IN ('pending', 'unknown')
      AND (stripe_payment_intent_id IS NULL OR stripe_payment_intent_id = $2)`,
);
const MARK_SUCCEEDED = prepared(
  "UPDATE purchases SET status = 'succeeded', purchased_at = $2, updated_at = now() WHERE id = $1",
);

/** Every change is a conditional statement: several processes may work on one purchase at once. */
@Injectable()
export class PurchasesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async get(id: string): Promise<Purchase> {
    return this.dataSource.manager.findOneByOrFail(Purchase, { id });
  }

  async getByOffer(offerId: string): Promise<Purchase> {
    return this.dataSource.manager.findOneByOrFail(Purchase, { offerId });
  }

  async findByOffer(offerId: string): Promise<Purchase | null> {
    return this.dataSource.manager.findOneBy(Purchase, { offerId });
  }

  /** Oldest first; with a buyer only that buyer's. */
  async listOfLead(leadId: string, buyerId: string | null): Promise<Purchase[]> {
    return this.dataSource.manager.find(Purchase, {
      where: { leadId, ...(buyerId === null ? {} : { userId: buyerId }) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async findByIntent(stripePaymentIntentId: string): Promise<Purchase | null> {
    return this.dataSource.manager.findOneBy(Purchase, { stripePaymentIntentId });
  }

  /** Nothing is inserted for an offer that has a purchase. The card is the buyer's at this moment. */
  async insert(tx: Tx, order: NewPurchase): Promise<{ purchase: Purchase; cardUsable: boolean } | undefined> {
    const { id, offerId, buyerId, leadId, amount, currency } = order;
    const [added] = await tx.query<{ cardUsable: boolean }>(INSERT, [
      ...[id, offerId, buyerId, leadId],
      ...[amount, currency],
    ]);
    if (!added) return undefined;
    const purchase = await tx.manager.findOneByOrFail(Purchase, { id });
    return { purchase, cardUsable: added.cardUsable };
  }

  async lock(tx: Tx, id: string): Promise<Purchase> {
    return tx.manager.findOneOrFail(Purchase, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Ties the intent to the purchase for good. False when it has another one, or its outcome is known. */
  async commitIntent(id: string, intentId: string): Promise<boolean> {
    const [, changed]: [unknown, number] = await this.dataSource.query(COMMIT_INTENT, [id, intentId]);
    return changed === 1;
  }

  /** From here on the intent is cancelled and never confirmed. The first reason stays. */
  async orderCancellation(id: string, code: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE purchases SET cancel_code = COALESCE(cancel_code, $2), updated_at = now()
        WHERE id = $1 AND status IN ('pending', 'unknown')`,
      [id, code],
    );
  }

  async markSucceeded(tx: Tx, id: string, purchasedAt: Date): Promise<void> {
    await tx.query(MARK_SUCCEEDED, [id, purchasedAt]);
  }

  async markFailed(tx: Tx, id: string, declineCode: string): Promise<void> {
    await tx.query(
      "UPDATE purchases SET status = 'failed', decline_code = $2, updated_at = now() WHERE id = $1",
      [id, declineCode],
    );
  }

  /** The counters never go back. */
  async markUnknown(
    tx: Tx,
    id: string,
    counters: Pick<Purchase, 'resolveAttempt' | 'createAttempt' | 'confirmAttempt'>,
  ): Promise<void> {
    await tx.query(
      `UPDATE purchases
          SET status = 'unknown', resolve_attempt = GREATEST(resolve_attempt, $2),
              create_attempt = GREATEST(create_attempt, $3), confirm_attempt = GREATEST(confirm_attempt, $4),
              updated_at = now()
        WHERE id = $1`,
      [id, counters.resolveAttempt, counters.createAttempt, counters.confirmAttempt],
    );
  }
}
