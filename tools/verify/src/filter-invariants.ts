import type { Invariant } from './invariant.js';

/** Whether a lead matches the filter lists in the columns with this prefix. */
const matches = (lead: string, prefix: string): string =>
  `((${prefix}states = '{}' OR ${lead}.state = ANY (${prefix}states))
    AND (${prefix}lead_types = '{}' OR ${lead}.lead_type = ANY (${prefix}lead_types))
    AND (${prefix}asset_bands = '{}' OR ${lead}.estimated_assets = ANY (${prefix}asset_bands))
    AND (${prefix}age_ranges = '{}' OR ${lead}.age_range = ANY (${prefix}age_ranges)))`;

/** Whether a lead can be sold now: the card provider answers, and a buyer who has not declined it is eligible. */
export const canBeTaken = (lead: string): string =>
  `((SELECT is_available FROM leads.provider_status)
    AND EXISTS (SELECT 1 FROM leads.buyers b
                 WHERE NOT b.id = ANY (${lead}.declined_by)
                   AND b.is_eligible AND ${matches(lead, 'b.filter_')}))`;

/** The minute since Monday 0:00 on the clocks of the offer's buyer. */
const minuteOfWeek = (instant: string): string =>
  `(extract(epoch FROM ${instant} AT TIME ZONE o.time_zone
                       - date_trunc('week', ${instant} AT TIME ZONE o.time_zone)) / 60 - 0.5)::int`;

/** The running total of offers in their week or month. One pass, however many offers a buyer has. */
const spentIn = (unit: 'week' | 'month'): string =>
  `sum(amount_cents)
     OVER (PARTITION BY buyer_id, date_trunc('${unit}', slot_day::timestamp) ORDER BY reserved_at)`;

/** Buyers who have or had a budget. Amounts of other buyers are not added up. */
const HAS_BUDGET = `
  SELECT c.buyer_id FROM leads.buyer_filter_changes c
   WHERE num_nonnulls(c.weekly_budget_cents, c.monthly_budget_cents) > 0`;

/** An admin who chose this buyer for the lead may override lead types, assets and ages, but not states (ADR 8). */
const IS_REROUTED = `(f.states = '{}' OR l.state = ANY (f.states)) AND EXISTS (
  SELECT 1 FROM leads.lead_decisions d WHERE d.offer_id = o.id AND d.overrode_filters)`;

export const filterInvariants: readonly Invariant[] = [
  {
    name: 'sold-within-filters',
    description:
      "no offer was made against the buyer's filters, weekly hours or budgets in force at its time, unless an admin overrode what they may",
    sql: `WITH offers AS (
            SELECT o.*, f.time_zone, f.weekly_hours, f.weekly_budget_cents, f.monthly_budget_cents,
                   ${matches('l', 'f.')} OR (${IS_REROUTED}) AS matches
              FROM leads.lead_offers o JOIN leads.leads l ON l.id = o.lead_id
             CROSS JOIN LATERAL (
               SELECT * FROM leads.buyer_filter_changes c
                WHERE c.buyer_id = o.buyer_id AND c.at < o.reserved_at ORDER BY c.at DESC LIMIT 1) f),
          spent AS (
            SELECT id, ${spentIn('week')} AS week_cents, ${spentIn('month')} AS month_cents
              FROM leads.lead_offers
             WHERE status IN ('open', 'charged') AND buyer_id IN (${HAS_BUDGET}))
          SELECT id AS offer, 'does not match' AS fault FROM offers WHERE NOT matches
          UNION ALL
          -- Hours are checked a moment before the offer is written.
          SELECT id, 'outside the hours' FROM offers o
           WHERE NOT o.weekly_hours @> ${minuteOfWeek('o.reserved_at')}
             AND NOT o.weekly_hours @> ${minuteOfWeek("(o.reserved_at - interval '10 seconds')")}
          UNION ALL
          SELECT id, 'over the weekly budget' FROM offers o JOIN spent s USING (id)
           WHERE s.week_cents > o.weekly_budget_cents
          UNION ALL
          SELECT id, 'over the monthly budget' FROM offers o JOIN spent s USING (id)
           WHERE s.month_cents > o.monthly_budget_cents`,
  },
  {
    name: 'filtered-buyers-listed',
    description:
      'the list of filtered buyers has exactly those who are eligible, as long as each of them waits',
    sql: `SELECT COALESCE(b.id, f.buyer_id) AS buyer, b.state, f.state AS listed
            FROM (SELECT id, profile_mask, waiting_since,
                         unnest(CASE WHEN filter_states = '{}' THEN '{*}' ELSE filter_states END) AS state
                    FROM leads.buyers WHERE is_eligible AND has_filters) b
            FULL JOIN leads.filtered_buyers f
              ON f.buyer_id = b.id AND f.state = b.state AND f.profile_mask = b.profile_mask
                 AND f.waiting_since = b.waiting_since
           WHERE b.id IS NULL OR f.buyer_id IS NULL
          UNION ALL
          SELECT f.buyer_id, f.state, NULL FROM leads.filtered_buyers f
           WHERE NOT EXISTS (SELECT 1 FROM leads.filter_classes c
                              WHERE c.state = f.state AND c.profile_mask = f.profile_mask)`,
  },
];
