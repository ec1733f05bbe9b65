import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PurchaseEntity } from './purchase.entity.js';

export interface NewPurchase {
  readonly id: string;
  readonly offerId: string;
  readonly buyerId: string;
  readonly leadId: string;
  readonly amount: string;
  readonly currency: string;
}

const INSERT_PURCHASE = prepared(
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
const SET_SUCCEEDED = prepared(
  "UPDATE purchases SET status = 'succeeded', purchased_at = $2, updated_at = now() WHERE id = $1",
);

/** Every change is a conditional statement, because several processes may work on one purchase at once. */
@Injectable()
export class PurchaseRepository {
  constructor(private readonly dataSource: DataSource) {}

  async get(id: string): Promise<PurchaseEntity> {
    return this.dataSource.manager.findOneByOrFail(PurchaseEntity, { id });
  }

  async getByOffer(offerId: string): Promise<PurchaseEntity> {
    return this.dataSource.manager.findOneByOrFail(PurchaseEntity, { offerId });
  }

  async findByOffer(offerId: string): Promise<PurchaseEntity | null> {
    return this.dataSource.manager.findOneBy(PurchaseEntity, { offerId });
  }

  async findByIntent(stripePaymentIntentId: string): Promise<PurchaseEntity | null> {
    return this.dataSource.manager.findOneBy(PurchaseEntity, { stripePaymentIntentId });
  }

  /** Returns the lead's purchases, oldest first; only those of one buyer if `buyerId` is given. */
  async listByLead(leadId: string, buyerId: string | null): Promise<PurchaseEntity[]> {
    return this.dataSource.manager.find(PurchaseEntity, {
      where: { leadId, ...(buyerId === null ? {} : { userId: buyerId }) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Copies the buyer's current card. Returns undefined if the offer already has a purchase. */
  async insert(
    tx: Tx,
    purchase: NewPurchase,
  ): Promise<{ purchase: PurchaseEntity; cardUsable: boolean } | undefined> {
    const { id, offerId, buyerId, leadId, amount, currency } = purchase;
    const [inserted] = await tx.query<{ cardUsable: boolean }>(INSERT_PURCHASE, [
      ...[id, offerId, buyerId, leadId],
      ...[amount, currency],
    ]);
    if (!inserted) return undefined;
    return {
      purchase: await tx.manager.findOneByOrFail(PurchaseEntity, { id }),
      cardUsable: inserted.cardUsable,
    };
  }

  async lock(tx: Tx, id: string): Promise<PurchaseEntity> {
    return tx.manager.findOneOrFail(PurchaseEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Ties the intent to the purchase for good. Returns false if the purchase has another intent or an outcome. */
  async commitIntent(id: string, intentId: string): Promise<boolean> {
    const [, changed]: [unknown, number] = await this.dataSource.query(COMMIT_INTENT, [id, intentId]);
    return changed === 1;
  }

  /** From here on the intent is canceled and never confirmed. The first reason stays. */
  async requestCancellation(id: string, code: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE purchases SET cancel_code = COALESCE(cancel_code, $2), updated_at = now()
        WHERE id = $1 AND status IN ('pending', 'unknown')`,
      [id, code],
    );
  }

  async setSucceeded(tx: Tx, id: string, purchasedAt: Date): Promise<void> {
    await tx.query(SET_SUCCEEDED, [id, purchasedAt]);
  }

  async setFailed(tx: Tx, id: string, declineCode: string): Promise<void> {
    await tx.query(
      "UPDATE purchases SET status = 'failed', decline_code = $2, updated_at = now() WHERE id = $1",
      [id, declineCode],
    );
  }

  /** Never lowers a counter, so that a slow process cannot reuse an idempotency key. */
  async setUnknown(
    tx: Tx,
    id: string,
    counters: Pick<PurchaseEntity, 'resolveAttempt' | 'createAttempt' | 'confirmAttempt'>,
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
