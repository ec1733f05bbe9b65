import { type Invariant, WAITS_FOR_ATTEMPT } from './invariant.js';

/** The buyer has seen the lead with its contact data, so it counts as delivered (ADR 7). */
const isSeen = (leadId: string): string =>
  `EXISTS (SELECT 1 FROM leads.sold_leads s WHERE s.lead_id = ${leadId} AND s.seen_at IS NOT NULL)`;

const select = (unlessWaiting = ''): string => `SELECT l.id AS lead FROM leads.leads l
          JOIN leads.lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
         WHERE l.status = 'sold'
           AND NOT EXISTS (SELECT 1 FROM notifications.deliveries d
                            WHERE d.lead_id = l.id AND d.buyer_id = o.buyer_id AND d.status = 'sent')${unlessWaiting}
           AND NOT EXISTS (SELECT 1 FROM billing.purchases p WHERE p.offer_id = o.id AND p.status = 'refunded')
           AND NOT ${isSeen('l.id')}
        UNION
        -- Also if the carrier confirmed a text message after all.
        SELECT u.lead_id FROM notifications.undeliverable_leads u
         WHERE NOT EXISTS (SELECT 1 FROM billing.purchases p WHERE p.offer_id = u.offer_id AND p.status = 'refunded')
           AND NOT ${isSeen('u.lead_id')}`;

const soldLeadsDelivered: Invariant = {
  name: 'sold-leads-delivered',
  description:
    'every sold lead was delivered to its buyer on at least one channel, seen, or refunded, and every lead that no channel could deliver was seen or refunded',
  sql: select(),
  sqlAcceptingWaiting: select(`
             AND NOT EXISTS (SELECT 1 FROM notifications.deliveries d WHERE d.lead_id = l.id AND ${WAITS_FOR_ATTEMPT})`),
};

/** Undelivered leads of tied buyers that no buyer has seen, counted from the sold leads. */
const COUNTED = `
  WITH RECURSIVE tied(id) AS (
         SELECT b.id
         UNION
         SELECT other.buyer_id FROM tied
           JOIN leads.buyer_ties own ON own.buyer_id = tied.id
           JOIN leads.buyer_ties other ON other.kind = own.kind AND other.digest = own.digest)
  SELECT count(*)::int AS undelivered FROM leads.sold_leads s JOIN tied ON tied.id = s.buyer_id
   WHERE s.deferred_at IS NOT NULL AND s.delivered_at IS NULL AND s.seen_at IS NULL AND s.withheld_at IS NULL`;

export const deliveryInvariants: readonly Invariant[] = [
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
  soldLeadsDelivered,
];
