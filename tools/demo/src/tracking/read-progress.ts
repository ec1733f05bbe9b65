import { canBeTaken } from '@desk/tool-verify';
import type { Pool } from 'pg';
import type { Progress } from './progress.js';

const PROGRESS = `
  SELECT l.id AS "leadId", l.status, l.sold_at AS "soldAt", u.first_name || ' ' || u.last_name AS buyer,
         p.status AS purchase, p.amount, d.status AS delivery, d.sent_at AS "sentAt",
         (SELECT count(*)::int FROM leads.lead_offers x
           WHERE x.lead_id = l.id AND x.status = 'declined') AS declines,
         l.status = 'available' AND ${canBeTaken('l')} AS "canBeTaken"
    FROM leads.leads l
    LEFT JOIN leads.lead_offers o ON o.lead_id = l.id AND o.status IN ('open', 'charged')
    LEFT JOIN accounts.users u ON u.id = o.buyer_id
    LEFT JOIN billing.purchases p ON p.offer_id = o.id
    LEFT JOIN LATERAL (
      SELECT status, sent_at FROM notifications.deliveries d
       WHERE d.lead_id = l.id AND d.buyer_id = o.buyer_id
       ORDER BY sent_at NULLS LAST LIMIT 1) d ON true
   WHERE l.id = ANY($1::uuid[])`;

/** Omits leads that are not in the database. */
export async function readProgress(pool: Pool, leadIds: readonly string[]): Promise<Map<string, Progress>> {
  const { rows } = await pool.query<Progress>(PROGRESS, [leadIds]);
  return new Map(rows.map((row) => [row.leadId, row]));
}
