import type { Invariant } from './invariant.js';

/** Counts from the leads themselves, in the time zone of each buyer. */
const COUNTED = `
  SELECT s.buyer_id, date_trunc(d.period, local.sold_at)::date AS day, d.dimension, d.value, count(*) AS leads, count(s.refunded_at) AS refunded,
         count(*) FILTER (WHERE s.disposition = 'won') AS won,
         COALESCE(sum(s.amount_cents) FILTER (WHERE s.refunded_at IS NULL), 0) AS spent_cents,
         COALESCE(sum(s.commission_cents), 0) AS commission_cents
    FROM leads.sold_leads s
    JOIN leads.leads l ON l.id = s.lead_id
    JOIN leads.buyers b ON b.id = s.buyer_id
   CROSS JOIN LATERAL (SELECT s.sold_at AT TIME ZONE b.time_zone AS sold_at) local
   CROSS JOIN LATERAL (VALUES ('day', 'all', ''), ('week', 'week', ''),
                              ('day', 'hour', date_part('hour', local.sold_at)::text), ('day', 'state', l.state),
                              ('day', 'lead_type', l.lead_type), ('day', 'age_range', l.age_range),
                              ('day', 'estimated_assets', l.estimated_assets),
                              ('day', 'disposition', s.disposition)) d (period, dimension, value)
   GROUP BY 1, 2, 3, 4`;

export const salesCounted: Invariant = {
  name: 'sales-counted',
  description: "the counts behind agents' reports are those of the sold leads",
  sql: `SELECT buyer_id AS buyer, day, dimension, counted.leads, kept.leads AS kept_leads, counted.refunded,
               kept.refunded AS kept_refunded, counted.won, kept.won AS kept_won, counted.spent_cents AS cents,
               kept.spent_cents AS kept_cents, counted.commission_cents, kept.commission_cents AS kept_commission_cents
          FROM (${COUNTED}) counted
          FULL JOIN (SELECT * FROM leads.sale_counts
                      WHERE (leads, refunded, won, spent_cents, commission_cents) <> (0, 0, 0, 0, 0)) kept
         USING (buyer_id, day, dimension, value)
         WHERE (counted.leads, counted.refunded, counted.won, counted.spent_cents, counted.commission_cents)
               IS DISTINCT FROM (kept.leads, kept.refunded, kept.won, kept.spent_cents, kept.commission_cents)`,
};
