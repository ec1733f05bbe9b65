import { prepared, type Tx } from '@desk/outbox';

/**
 * Puts a sold lead on its buyer's list, once, from what this transaction sees as sold and charged. Nothing is done
 * when the lead is not sold, or stands there already. $1: lead.
 */
const RECORD_SALE = prepared(`
  INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, search)
  SELECT l.id, o.id, o.buyer_id, l.sold_at, o.amount_cents, search_text(l.full_name, l.email, l.phone, l.state)
    FROM leads l JOIN lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
   WHERE l.id = $1 AND l.status = 'sold'
  ON CONFLICT (lead_id) DO NOTHING`);

export async function recordSale(tx: Tx, leadId: string): Promise<void> {
  await tx.query(RECORD_SALE, [leadId]);
}
