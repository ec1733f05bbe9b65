import { announcedChange, Batcher, prepared, Transactions, type Tx } from '@desk/outbox';
import { SERVER_START } from '@desk/service-kit';
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

/** The counters for the next attempt, and whether the provider answered this one. */
export type InconclusiveAttempt = Pick<
  PurchaseEntity,
  'resolveAttempt' | 'createAttempt' | 'confirmAttempt'
> & { readonly isUnanswered: boolean };

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
/**
 * The usual case of `INSERT_PURCHASE`, without a transaction around it because nothing else is committed with it.
 * `server_start`: start of the server that committed the offer. Another server may have lost the offer, so nothing is
 * inserted there.
 */
const insertWithUsableCards = (columns: string): string => `
  INSERT INTO purchases AS p (id, offer_id, user_id, lead_id, amount, currency, status,
                              stripe_customer_id, stripe_payment_method_id, card_version)
  SELECT n.id, n.offer_id, n.buyer_id, n.lead_id, n.amount, n.currency, 'pending',
         c.stripe_customer_id, c.stripe_payment_method_id, c.card_version
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::numeric[], $6::text[], $7::text[])
           AS n(id, offer_id, buyer_id, lead_id, amount, currency, server_start)
    JOIN customers c ON c.buyer_id = n.buyer_id AND c.card_usable
   WHERE n.server_start = ${SERVER_START}
  ON CONFLICT (offer_id) DO NOTHING
  RETURNING ${columns}`;
const commitIntentsSql = (columns: string): string =>
  `UPDATE purchases p SET stripe_payment_intent_id = n.intent_id, updated_at = now()
     FROM unnest($1::uuid[], $2::text[]) AS n(id, intent_id)
    WHERE p.id = n.id AND p.status IN ('pending', 'unknown')
      AND (p.stripe_payment_intent_id IS NULL OR p.stripe_payment_intent_id = n.intent_id)
   RETURNING ${columns}`;
const SET_SUCCEEDED = prepared(
  "UPDATE purchases SET status = 'succeeded', purchased_at = $2, updated_at = now() WHERE id = $1",
);

/** $1: purchases, $2: the intents that succeeded, $3: when. */
export const SUCCEED_WITH_INTENTS = announcedChange(
  `UPDATE purchases p SET status = 'succeeded', purchased_at = n.at, updated_at = now()
     FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS n(id, intent_id, at)
    WHERE p.id = n.id AND p.stripe_payment_intent_id = n.intent_id AND p.status IN ('pending', 'unknown')
   RETURNING p.id::text`,
  3,
);

interface OfferToCharge extends NewPurchase {
  readonly serverStart: string;
}

interface PurchaseIntent {
  readonly id: string;
  readonly intentId: string;
}

/** Every change is a conditional statement, because several processes may work on one purchase at once. */
@Injectable()
export class PurchaseRepository {
  private readonly insertions = new Batcher((offers: readonly OfferToCharge[]) => this.insertAll(offers));
  private readonly intents = new Batcher((intents: readonly PurchaseIntent[]) => this.commitIntents(intents));
  private readonly insertWithUsableCardsSql: string;
  private readonly commitIntentsSql: string;
  private readonly lockSql: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {
    const columns = dataSource
      .getMetadata(PurchaseEntity)
      .columns.map(({ databaseName, propertyName }) => `p.${databaseName} AS "${propertyName}"`)
      .join(', ');
    this.insertWithUsableCardsSql = prepared(insertWithUsableCards(columns));
    this.commitIntentsSql = prepared(commitIntentsSql(columns));
    this.lockSql = prepared(`SELECT ${columns} FROM purchases p WHERE id = $1 FOR UPDATE`);
  }

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

  /**
   * Copies the buyer's current card, and commits. Returns undefined if the buyer has no usable card, the offer already has
   * a purchase, or another server than this one committed the offer.
   */
  insertWithUsableCard(purchase: NewPurchase, serverStart: string): Promise<PurchaseEntity | undefined> {
    return this.insertions.add({ ...purchase, serverStart });
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
    const [inserted] = await tx.query<{ cardUsable: boolean }>(INSERT_PURCHASE, toParameters(purchase));
    if (!inserted) return undefined;
    return {
      purchase: await tx.manager.findOneByOrFail(PurchaseEntity, { id: purchase.id }),
      cardUsable: inserted.cardUsable,
    };
  }

  async lock(tx: Tx, id: string): Promise<PurchaseEntity> {
    const [purchase] = await tx.query<PurchaseEntity>(this.lockSql, [id]);
    if (!purchase) throw new Error(`purchase ${id} does not exist`);
    return purchase;
  }

  /**
   * Ties the intent to the purchase for good. Returns undefined if the purchase has another intent or an outcome.
   */
  commitIntent(id: string, intentId: string): Promise<PurchaseEntity | undefined> {
    return this.intents.add({ id, intentId });
  }

  /** From here on the intent is canceled and never confirmed. The first reason stays. */
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

  async find(id: string): Promise<PurchaseEntity | null> {
    return this.dataSource.manager.findOneBy(PurchaseEntity, { id });
  }

  /** Never lowers a counter, so that a slow process cannot reuse an idempotency key. */
  async setUnknown(tx: Tx, id: string, attempt: InconclusiveAttempt): Promise<void> {
    await tx.query(SET_UNKNOWN, [
      ...[id, attempt.resolveAttempt, attempt.createAttempt, attempt.confirmAttempt],
      attempt.isUnanswered,
    ]);
  }

  private async insertAll(offers: readonly OfferToCharge[]): Promise<(PurchaseEntity | undefined)[]> {
    const rows = await this.transactions.query<PurchaseEntity>(this.insertWithUsableCardsSql, [
      offers.map(({ id }) => id),
      offers.map(({ offerId }) => offerId),
      offers.map(({ buyerId }) => buyerId),
      offers.map(({ leadId }) => leadId),
      offers.map(({ amount }) => amount),
      offers.map(({ currency }) => currency),
      offers.map(({ serverStart }) => serverStart),
    ]);
    const inserted = new Map(rows.map((purchase) => [purchase.id, purchase]));
    return offers.map(({ id }) => inserted.get(id));
  }

  private async commitIntents(intents: readonly PurchaseIntent[]): Promise<(PurchaseEntity | undefined)[]> {
    const rows = await this.transactions.query<PurchaseEntity>(this.commitIntentsSql, [
      intents.map(({ id }) => id),
      intents.map(({ intentId }) => intentId),
    ]);
    const committed = new Map(rows.map((purchase) => [purchase.id, purchase]));
    return intents.map(({ id, intentId }) => {
      const purchase = committed.get(id);
      return purchase?.stripePaymentIntentId === intentId ? purchase : undefined;
    });
  }
}

const toParameters = ({ id, offerId, buyerId, leadId, amount, currency }: NewPurchase): unknown[] => [
  ...[id, offerId, buyerId, leadId],
  ...[amount, currency],
];
