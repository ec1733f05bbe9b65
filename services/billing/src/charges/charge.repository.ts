import { announcedChange, Batcher, prepared, Transactions } from '@desk/outbox';
import { SERVER_START, selectColumns } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { PurchaseEntity } from './purchase.entity.js';

export interface NewPurchase {
  readonly id: string;
  readonly offerId: string;
  readonly buyerId: string;
  readonly leadId: string;
  readonly amount: string;
  readonly currency: string;
}

interface OfferToCharge extends NewPurchase {
  readonly serverStart: string;
}

interface PurchaseIntent {
  readonly id: string;
  readonly intentId: string;
}

const COLUMNS = selectColumns(PurchaseEntity, 'p');

/**
 * Needs no transaction around it, because nothing else is committed with it. `server_start`: start time of the
 * database server that committed the offer. Another one may have lost the offer, so nothing is inserted there.
 */
const INSERT_WITH_USABLE_CARDS = prepared(`
  INSERT INTO purchases AS p (id, offer_id, user_id, lead_id, amount, currency, status,
                              stripe_customer_id, stripe_payment_method_id, card_version)
  SELECT n.id, n.offer_id, n.buyer_id, n.lead_id, n.amount, n.currency, 'pending',
         c.stripe_customer_id, c.stripe_payment_method_id, c.card_version
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::numeric[], $6::text[], $7::text[])
           AS n(id, offer_id, buyer_id, lead_id, amount, currency, server_start)
    JOIN customers c ON c.buyer_id = n.buyer_id AND c.card_usable
   WHERE n.server_start = ${SERVER_START}
  ON CONFLICT (offer_id) DO NOTHING
  RETURNING ${COLUMNS}`);

const COMMIT_INTENTS = prepared(
  `UPDATE purchases p SET stripe_payment_intent_id = n.intent_id, updated_at = now()
     FROM unnest($1::uuid[], $2::text[]) AS n(id, intent_id)
    WHERE p.id = n.id AND p.status IN ('pending', 'unknown')
      AND (p.stripe_payment_intent_id IS NULL OR p.stripe_payment_intent_id = n.intent_id)
   RETURNING ${COLUMNS}`,
);

/** Publishes the messages about the purchases that it changes. $1: purchases, $2: the intents that succeeded, $3: when. */
export const SUCCEED_WITH_INTENTS = announcedChange(
  `UPDATE purchases p SET status = 'succeeded', purchased_at = n.at, updated_at = now()
     FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS n(id, intent_id, at)
    WHERE p.id = n.id AND p.stripe_payment_intent_id = n.intent_id AND p.status IN ('pending', 'unknown')
   RETURNING p.id::text`,
  3,
);

/** Commits the steps of charges. Each is a conditional statement, because several processes may work on one purchase. */
@Injectable()
export class ChargeRepository {
  private readonly insertions = new Batcher((offers: readonly OfferToCharge[]) => this.insertAll(offers));
  private readonly intents = new Batcher((intents: readonly PurchaseIntent[]) => this.commitIntents(intents));

  constructor(private readonly transactions: Transactions) {}

  /**
   * Copies the buyer's current card, and commits. Returns undefined if the buyer has no usable card, the offer already has
   * a purchase, or another database server committed the offer.
   */
  insertWithUsableCard(purchase: NewPurchase, serverStart: string): Promise<PurchaseEntity | undefined> {
    return this.insertions.add({ ...purchase, serverStart });
  }

  /**
   * Ties the intent to the purchase for good. Returns undefined if the purchase has another intent or an outcome.
   */
  commitIntent(id: string, intentId: string): Promise<PurchaseEntity | undefined> {
    return this.intents.add({ id, intentId });
  }

  private async insertAll(offers: readonly OfferToCharge[]): Promise<(PurchaseEntity | undefined)[]> {
    const rows = await this.transactions.query<PurchaseEntity>(INSERT_WITH_USABLE_CARDS, [
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
    const rows = await this.transactions.query<PurchaseEntity>(COMMIT_INTENTS, [
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
