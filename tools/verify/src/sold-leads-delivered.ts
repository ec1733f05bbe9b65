import type { Invariant } from './invariant.js';
import { WAITS_FOR_ATTEMPT } from './waiting.js';

/** Its buyer got to see the lead with its contact data, so it counts as delivered (ADR 7). */
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

export const soldLeadsDelivered: Invariant = {
  name: 'sold-leads-delivered',
  description:
    'every sold lead was delivered to its buyer on at least one channel, seen, or refunded, and every lead that no channel could deliver was seen or refunded',
  sql: select(),
  sqlAcceptingWaiting: select(`
             AND NOT EXISTS (SELECT 1 FROM notifications.deliveries d WHERE d.lead_id = l.id AND ${WAITS_FOR_ATTEMPT})`),
};
