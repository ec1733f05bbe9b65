import type { leadDelivered, PayloadOf } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

/** A trigger stores a readable text as bytes. */
const INSERT_SALE = prepared(`
  INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, search, search_bytes)
  SELECT l.id, o.id, o.buyer_id, l.sold_at, o.amount_cents, COALESCE(t.text, ''), COALESCE(t.encrypted_text, '')
    FROM leads l JOIN lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
    LEFT JOIN lead_search t ON t.received_at = l.created_at::timestamptz(3) AND t.lead_id = l.id
   WHERE l.id = $1 AND l.status = 'sold'
  ON CONFLICT (lead_id) DO NOTHING`);

const SET_DELIVERED = prepared(`
  UPDATE sold_leads s SET delivered_at = LEAST(s.delivered_at, $3)
    FROM (SELECT lead_id, delivered_at FROM sold_leads WHERE lead_id = $1 AND offer_id = $2 FOR UPDATE) before
   WHERE s.lead_id = before.lead_id
  RETURNING s.buyer_id AS "buyerId", before.delivered_at IS NULL AS "isFirst"`);

/** Writes the list of sold leads; the agent's disposition is written by `DispositionRepository`. */
@Injectable()
export class SaleRepository {
  /** Adds a lead to its buyer's list. Does nothing unless this transaction sees it as sold, or if it is listed. */
  insert(tx: Tx, leadId: string): void {
    tx.send(INSERT_SALE, [leadId]);
  }

  /** Keeps the earliest delivery over all channels. Returns undefined if the lead is not listed. */
  async setDelivered(
    tx: Tx,
    { leadId, offerId, deliveredAt }: PayloadOf<typeof leadDelivered>,
  ): Promise<{ buyerId: string; isFirst: boolean } | undefined> {
    const [sale] = await tx.query<{ buyerId: string; isFirst: boolean }>(SET_DELIVERED, [
      leadId,
      offerId,
      deliveredAt,
    ]);
    return sale;
  }
}
