import type { leadDeferred, leadDelivered, leadRefunded, leadRefundFailed, PayloadOf } from '@desk/contracts';
import { batchIds, prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

interface SaleIds {
  readonly leadId: string;
  readonly offerId: string;
  readonly buyerId: string;
}

interface LockedSale {
  readonly seenAt: Date | null;
  readonly isWithheld: boolean;
  readonly isDeferred: boolean;
}

/** A deferred lead counts as undelivered until something else is known of it. */
interface ChangedSale {
  readonly buyerId: string;
  readonly isDeferred: boolean;
}

interface DeliveredSale extends SaleIds, ChangedSale {
  /** Whether no channel had delivered the lead before. */
  readonly isFirst: boolean;
}

/**
 * A sale is recorded even if its lead were missing in the search index. Each locks its buyer's counts: in one order, so
 * that two batches do not wait for each other.
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
 * Several channels may have delivered one lead; most do so after the first. Locks the rows in one order, since two batches
 * may name the same leads.
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
/** May arrive in any order, because it counts only while nothing else is known about the lead. */
const SET_DEFERRED = prepared(`
  UPDATE sold_leads s SET deferred_at = COALESCE(s.deferred_at, clock_timestamp())
   WHERE s.lead_id = $1 AND s.offer_id = $2 RETURNING is_undelivered(s) AS "isUndelivered"`);

const SET_SEEN = prepared(`
  UPDATE sold_leads SET seen_at = clock_timestamp()
   WHERE lead_id IN (SELECT s.lead_id FROM sold_leads s
                      WHERE s.lead_id = ANY ($1::uuid[]) AND s.seen_at IS NULL AND s.withheld_at IS NULL
                      ORDER BY s.lead_id FOR UPDATE)
  RETURNING buyer_id AS "buyerId", deferred_at IS NOT NULL AS "isDeferred"`);
const LOCK_SALE = `
  SELECT s.seen_at AS "seenAt", s.deferred_at IS NOT NULL AS "isDeferred", s.withheld_at IS NOT NULL AS "isWithheld" FROM sold_leads s
   WHERE s.lead_id = $1 AND s.offer_id = $2 AND s.buyer_id = $3 FOR UPDATE`;
const WITHHOLD =
  'UPDATE sold_leads SET withheld_at = COALESCE(withheld_at, clock_timestamp()) WHERE lead_id = $1';
/** Shows contact data again to a buyer who has paid after all. */
const RESTORE =
  'UPDATE sold_leads SET withheld_at = NULL WHERE lead_id = $1 AND refunded_at IS NULL AND withheld_at IS NOT NULL';

/** Refunds may arrive in any order. One that failed once never counts again, and of two the newer one counts. */
const SET_REFUNDED = prepared(`
  UPDATE sold_leads
     SET (refunded_at, refund_id) = (
           SELECT CASE WHEN is_outdated THEN refunded_at ELSE $4 END, CASE WHEN is_outdated THEN refund_id ELSE $3 END
             FROM (SELECT $3 = ANY (failed_refunds) OR COALESCE(refunded_at > $4, false) AS is_outdated) refund)
   WHERE lead_id = $1 AND offer_id = $2 RETURNING refunded_at IS NOT NULL AS "isRefunded", deferred_at IS NOT NULL AS "isDeferred"`);
const SET_REFUND_FAILED = prepared(`
  UPDATE sold_leads
     SET refunded_at = CASE WHEN refund_id = $3 THEN NULL ELSE refunded_at END,
         refund_id = CASE WHEN refund_id = $3 THEN NULL ELSE refund_id END,
         failed_refunds = array_append(failed_refunds, $3)
   WHERE lead_id = $1 AND offer_id = $2 RETURNING buyer_id AS "buyerId", deferred_at IS NOT NULL AS "isDeferred"`);

/** Once the lead is refunded, nothing is left to decide. */
const CLOSE_REPORTS = `
  UPDATE problem_reports SET state = 'approved', decided_at = $2
   WHERE lead_id = $1 AND state IN ('reported', 'in-review')`;

/** Writes the list of sold leads; the agent's disposition is written by `DispositionRepository`. */
@Injectable()
export class SaleRepository {
  /** Adds leads to their buyers' lists, unless this transaction does not see them as sold, or they are listed. */
  insert(tx: Tx, leadIds: readonly string[]): void {
    tx.send(INSERT_SALES, [leadIds]);
  }

  /** Locks the rows in one order, since two pages may list the same leads. */
  setSeen(tx: Tx, leadIds: readonly string[]): Promise<ChangedSale[]> {
    return tx.query<ChangedSale>(SET_SEEN, [leadIds]);
  }

  /** Returns undefined if the lead is not listed. */
  async setDeferred(
    tx: Tx,
    { leadId, offerId }: PayloadOf<typeof leadDeferred>,
  ): Promise<{ readonly isUndelivered: boolean } | undefined> {
    return tx.one<{ isUndelivered: boolean }>(SET_DEFERRED, [leadId, offerId]);
  }

  /** Returns undefined if the buyer's list does not have the lead. */
  async lock(tx: Tx, { leadId, offerId, buyerId }: SaleIds): Promise<LockedSale | undefined> {
    return tx.one<LockedSale>(LOCK_SALE, [leadId, offerId, buyerId]);
  }

  withhold(tx: Tx, leadId: string): void {
    tx.send(WITHHOLD, [leadId]);
  }

  /** Keeps the earliest delivery over all channels. Returns each lead once, and none that is not listed. */
  setDelivered(tx: Tx, deliveries: readonly PayloadOf<typeof leadDelivered>[]): Promise<DeliveredSale[]> {
    return tx.query<DeliveredSale>(SET_DELIVERED, [
      deliveries.map(({ leadId }) => leadId),
      deliveries.map(({ offerId }) => offerId),
      deliveries.map(({ deliveredAt }) => deliveredAt),
    ]);
  }

  /** Returns whether the payment counts as refunded; undefined if the lead is not listed. */
  async setRefunded(
    tx: Tx,
    { leadId, offerId, refundId, refundedAt }: PayloadOf<typeof leadRefunded>,
  ): Promise<{ isRefunded: boolean; isDeferred: boolean } | undefined> {
    const parameters = [leadId, offerId, refundId, refundedAt];
    const [sale] = await tx.query<{ isRefunded: boolean; isDeferred: boolean }>(SET_REFUNDED, parameters);
    if (sale?.isRefunded) tx.send(CLOSE_REPORTS, [leadId, refundedAt]);
    return sale;
  }

  /** Returns undefined if the lead is not listed. */
  async setRefundFailed(
    tx: Tx,
    { leadId, offerId, refundId }: PayloadOf<typeof leadRefundFailed>,
  ): Promise<ChangedSale | undefined> {
    const [sale] = await tx.query<ChangedSale>(SET_REFUND_FAILED, [leadId, offerId, refundId]);
    if (sale) tx.send(RESTORE, [leadId]);
    return sale;
  }
}
