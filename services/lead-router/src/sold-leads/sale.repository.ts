import type { leadDeferred, leadDelivered, PayloadOf } from '@desk/contracts';
import { batchIds, prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

interface DeliveredSale {
  readonly leadId: string;
  readonly offerId: string;
  readonly buyerId: string;
  /** Whether no channel had delivered the lead before. */
  readonly isFirst: boolean;
  /** A deferred lead counts as undelivered until it is delivered, seen or withheld. */
  readonly isDeferred: boolean;
}

/**
 * Records a sale even if its lead is missing from the search index. The trigger `count_new_sales` locks the buyers'
 * counts in one order, so that two batches cannot deadlock.
 */
const INSERT_SALES = prepared(`
  INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, state, lead_type, age_range,
                          estimated_assets, hashes)
  SELECT l.id, o.id, o.buyer_id, l.sold_at, o.amount_cents, l.state, l.lead_type, l.age_range, l.estimated_assets,
         hashes_of_buyer(s.hashes, o.buyer_id)
    FROM leads l
    JOIN lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
    LEFT JOIN lead_search s ON s.lead_id = l.id
   WHERE l.id IN ${batchIds('$1')} AND l.status = 'sold'
   ORDER BY o.buyer_id
  ON CONFLICT (lead_id) DO NOTHING`);

/**
 * Several channels may deliver one lead, so only an earlier time changes the row. Locks the rows in one order, since
 * two batches may name the same leads.
 */
const SET_DELIVERED = prepared(`
  WITH listed AS (
         SELECT s.lead_id, s.offer_id, s.buyer_id, s.delivered_at, s.deferred_at, earliest.at
           FROM sold_leads s
           JOIN (SELECT lead_id, offer_id, min(at) AS at
                   FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS d (lead_id, offer_id, at)
                  GROUP BY lead_id, offer_id) earliest USING (lead_id, offer_id)
          ORDER BY s.lead_id FOR UPDATE OF s),
       changed AS (
         UPDATE sold_leads s SET delivered_at = listed.at FROM listed
          WHERE s.lead_id = listed.lead_id AND (listed.at < listed.delivered_at) IS NOT FALSE)
  SELECT lead_id AS "leadId", offer_id AS "offerId", buyer_id AS "buyerId", delivered_at IS NULL AS "isFirst",
         deferred_at IS NOT NULL AS "isDeferred"
    FROM listed`);
/** The event may arrive in any order: it counts only while the lead is not delivered, seen or withheld. */
const SET_DEFERRED = prepared(`
  UPDATE sold_leads s SET deferred_at = COALESCE(s.deferred_at, clock_timestamp())
   WHERE s.lead_id = $1 AND s.offer_id = $2 RETURNING is_undelivered(s) AS "isUndelivered"`);

/** Writes sales and their deliveries to the list of sold leads. */
@Injectable()
export class SaleRepository {
  /** Adds leads to their buyers' lists. Skips a lead that is listed, or that this transaction does not see as sold. */
  insert(tx: Tx, leadIds: readonly string[]): void {
    tx.send(INSERT_SALES, [leadIds]);
  }

  /** Returns undefined if the lead is not listed. */
  async setDeferred(
    tx: Tx,
    { leadId, offerId }: PayloadOf<typeof leadDeferred>,
  ): Promise<{ readonly isUndelivered: boolean } | undefined> {
    return tx.one<{ isUndelivered: boolean }>(SET_DEFERRED, [leadId, offerId]);
  }

  /** Keeps the earliest delivery over all channels. Returns each lead once, and none that is not listed. */
  setDelivered(tx: Tx, deliveries: readonly PayloadOf<typeof leadDelivered>[]): Promise<DeliveredSale[]> {
    return tx.query<DeliveredSale>(SET_DELIVERED, [
      deliveries.map(({ leadId }) => leadId),
      deliveries.map(({ offerId }) => offerId),
      deliveries.map(({ deliveredAt }) => deliveredAt),
    ]);
  }
}
