import { prepared, type Tx } from '@desk/outbox';
import { SERVER_START, selectColumns } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { NewPurchase } from './charge.repository.js';
import { PurchaseEntity } from './purchase.entity.js';

/** The counters for the next attempt, and whether the provider answered this one. */
type InconclusiveAttempt = Pick<PurchaseEntity, 'resolveAttempt' | 'createAttempt' | 'confirmAttempt'> & {
  readonly isUnanswered: boolean;
};

/** An outage begins with the last change before the call that was not answered, and ends with the next answer. */
const SET_UNKNOWN = `
  UPDATE purchases
     SET status = 'unknown', resolve_attempt = GREATEST(resolve_attempt, $2),
         create_attempt = GREATEST(create_attempt, $3), confirm_attempt = GREATEST(confirm_attempt, $4),
         unanswered_since = CASE WHEN $5::boolean THEN COALESCE(unanswered_since, updated_at) END,
         unanswered_ms = unanswered_ms + CASE WHEN $5::boolean OR unanswered_since IS NULL THEN 0
           ELSE (extract(epoch FROM clock_timestamp() - unanswered_since) * 1000)::int END,
         updated_at = clock_timestamp()
   WHERE id = $1`;

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

const SET_SUCCEEDED = prepared(
  "UPDATE purchases SET status = 'succeeded', purchased_at = $2, updated_at = now() WHERE id = $1",
);

const LOCK_PURCHASE = prepared(
  `SELECT ${selectColumns(PurchaseEntity, 'p')} FROM purchases p WHERE id = $1 FOR UPDATE`,
);

/** Reads, locks and changes purchases one at a time. */
@Injectable()
export class PurchaseRepository {
  constructor(private readonly dataSource: DataSource) {}

  async get(id: string): Promise<PurchaseEntity> {
    return this.dataSource.manager.findOneByOrFail(PurchaseEntity, { id });
  }

  async find(id: string): Promise<PurchaseEntity | null> {
    return this.dataSource.manager.findOneBy(PurchaseEntity, { id });
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

  /** Whether this is the server that `serverStart` was read from, so that it still has what it had committed then. */
  async isSameServer(serverStart: string): Promise<boolean> {
    const rows: object[] = await this.dataSource.query(`SELECT 1 WHERE $1 = ${SERVER_START}`, [serverStart]);
    return rows.length > 0;
  }

  /** Copies the buyer's current card. Returns undefined if the offer already has a purchase. */
  async insert(
    tx: Tx,
    purchase: NewPurchase,
  ): Promise<{ purchase: PurchaseEntity; cardUsable: boolean } | undefined> {
    const { id, offerId, buyerId, leadId, amount, currency } = purchase;
    const values = [id, offerId, buyerId, leadId, amount, currency];
    const [inserted] = await tx.query<{ cardUsable: boolean }>(INSERT_PURCHASE, values);
    if (!inserted) return undefined;
    return {
      purchase: await tx.manager.findOneByOrFail(PurchaseEntity, { id }),
      cardUsable: inserted.cardUsable,
    };
  }

  async lock(tx: Tx, id: string): Promise<PurchaseEntity> {
    const [purchase] = await tx.query<PurchaseEntity>(LOCK_PURCHASE, [id]);
    if (!purchase) throw new Error(`purchase ${id} does not exist`);
    return purchase;
  }

  /** Whoever reads the purchase from here on cancels the intent and never confirms it. The first reason stays. */
  async requestCancellation(id: string, code: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE purchases SET cancel_code = COALESCE(cancel_code, $2), updated_at = now()
        WHERE id = $1 AND status IN ('pending', 'unknown')`,
      [id, code],
    );
  }

  setSucceeded(tx: Tx, id: string, purchasedAt: Date): void {
    tx.send(SET_SUCCEEDED, [id, purchasedAt]);
  }

  async setFailed(tx: Tx, id: string, declineCode: string): Promise<void> {
    await tx.query(
      "UPDATE purchases SET status = 'failed', decline_code = $2, updated_at = now() WHERE id = $1",
      [id, declineCode],
    );
  }

  /** Never lowers a counter, so that a slow process cannot reuse an idempotency key. */
  async setUnknown(tx: Tx, id: string, attempt: InconclusiveAttempt): Promise<void> {
    await tx.query(SET_UNKNOWN, [
      ...[id, attempt.resolveAttempt, attempt.createAttempt, attempt.confirmAttempt],
      attempt.isUnanswered,
    ]);
  }

  /** Records which refund or dispute returned the money to the card; undefined if we have the money. */
  async setMoneyBack(
    tx: Tx,
    id: string,
    status: 'succeeded' | 'refunded',
    givenBackBy: string | undefined,
  ): Promise<void> {
    await tx.query('UPDATE purchases SET status = $2, given_back_by = $3, updated_at = now() WHERE id = $1', [
      id,
      status,
      givenBackBy ?? null,
    ]);
  }
}
