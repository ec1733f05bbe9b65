import type { Stack } from '@desk/tool-start';
import { withAdministrator } from '../run/database.js';

/**
 * Undoes each open offer whose charge has not started, with everything committed with it, as if the commit had not
 * reached the standby that is about to take over.
 */
const LOSE_OFFERS = `
  WITH lost AS (
         DELETE FROM leads.lead_offers o
          WHERE o.status = 'open' AND NOT EXISTS (SELECT 1 FROM billing.purchases p WHERE p.offer_id = o.id)
         RETURNING o.id, o.lead_id, o.buyer_id, o.slot_day),
       undone AS (
         UPDATE leads.leads l SET status = 'available', offers_made = l.offers_made - 1
           FROM lost WHERE l.id = lost.lead_id),
       released AS (
         UPDATE leads.buyers b SET slots_used = b.slots_used - n.slots
           FROM (SELECT buyer_id, slot_day, count(*)::int AS slots FROM lost GROUP BY buyer_id, slot_day) n
          WHERE b.id = n.buyer_id AND b.slots_day = n.slot_day),
       unpublished AS (
         DELETE FROM leads.outbox m USING lost WHERE m.message_id = 'billing.charge-offer~' || lost.id)
  SELECT count(*)::int AS count FROM lost`;

/** Returns how many offers were lost. */
export const loseOffers = (stack: Stack): Promise<number> =>
  withAdministrator(
    stack,
    async (client) => (await client.query<{ count: number }>(LOSE_OFFERS)).rows[0]?.count ?? 0,
  );
