import type { Invariant } from './invariant.js';

/** Leads of tied buyers that no channel could deliver so far, and nobody has seen, counted from the sold leads. */
const COUNTED = `
  WITH RECURSIVE tied(id) AS (
         SELECT b.id
         UNION
         SELECT other.buyer_id FROM tied
           JOIN leads.buyer_ties own ON own.buyer_id = tied.id
           JOIN leads.buyer_ties other ON other.kind = own.kind AND other.digest = own.digest)
  SELECT count(*)::int AS undelivered FROM leads.sold_leads s JOIN tied ON tied.id = s.buyer_id
   WHERE s.deferred_at IS NOT NULL AND s.delivered_at IS NULL AND s.seen_at IS NULL AND s.withheld_at IS NULL`;

export const undeliveredInvariants: readonly Invariant[] = [
  {
    name: 'undelivered-allowance-holds',
    description:
      'no lead was offered to a buyer with too many leads that could not be delivered yet, and they are counted exactly, over all tied accounts',
    sql: `SELECT o.id AS offer, o.buyer_id AS buyer, o.undelivered_leads AS undelivered, o.undelivered_allowance AS allowance
            FROM leads.lead_offers o WHERE o.undelivered_leads >= o.undelivered_allowance
          UNION ALL
          SELECT NULL, b.id, b.undelivered_leads, counted.undelivered
            FROM leads.buyers b CROSS JOIN LATERAL (${COUNTED}) counted
           WHERE (b.undelivered_leads > 0
                  OR EXISTS (SELECT 1 FROM leads.sold_leads s WHERE s.buyer_id = b.id AND s.deferred_at IS NOT NULL))
             AND b.undelivered_leads <> counted.undelivered`,
  },
];
