import type { Invariant } from './invariant.js';

const LEAD_COLUMNS = ['accepted', 'sold', 'expired', 'refunded', 'revenue_cents'];
const FUNNEL_COLUMNS = [...LEAD_COLUMNS, 'contacted', 'appointment', 'won', 'lost'];

/** One row per lead: what the lead and its sale add to each count. */
const LEADS = `
  SELECT l.funnel_id, l.campaign_source, l.campaign, (l.created_at AT TIME ZONE z.time_zone)::date AS day, l.state,
         l.lead_type,
         1 AS accepted, (s.lead_id IS NOT NULL)::int AS sold, (l.status = 'expired')::int AS expired,
         (s.refunded_at IS NOT NULL)::int AS refunded,
         CASE WHEN s.refunded_at IS NULL THEN COALESCE(s.amount_cents, 0) ELSE 0 END AS revenue_cents,
         CASE WHEN s.delivered_at IS NOT NULL THEN
           (SELECT count(*)::int FROM unnest(leads.delay_bounds()) bound
             WHERE s.delivered_at > l.created_at + bound * interval '1 ms') END AS delay,
         (s.delivered_at IS NOT NULL)::int AS delivered,
         COALESCE(s.disposition = 'contacted', false)::int AS contacted,
         COALESCE(s.disposition = 'appointment', false)::int AS appointment,
         COALESCE(s.disposition = 'won', false)::int AS won, COALESCE(s.disposition = 'lost', false)::int AS lost
    FROM leads.leads l CROSS JOIN leads.report_zone z LEFT JOIN leads.sold_leads s ON s.lead_id = l.id`;

/** Appended changes that the counts do not contain yet. */
const CHANGES = `
  SELECT c.*, (c.received_at AT TIME ZONE z.time_zone)::date AS day
    FROM leads.market_changes c CROSS JOIN leads.report_zone z`;

/** Rows whose counts differ, with what is missing from the counts. */
function differences(table: string, key: string, columns: readonly string[]): string {
  const subtracted = columns.map((column) => `-${column}`).join(', ');
  return `
    SELECT '${table}' AS counts, concat_ws(' ', ${key}) AS row, jsonb_build_object(${columns.map((column) => `'${column}', sum(${column})`).join(', ')}) AS missing
      FROM (SELECT ${key}, ${columns.join(', ')} FROM (${LEADS}) leads
            UNION ALL SELECT ${key}, ${subtracted} FROM leads.${table}
            UNION ALL SELECT ${key}, ${subtracted} FROM (${CHANGES}) changes) counted
     GROUP BY ${key} HAVING ${columns.map((column) => `sum(${column}) <> 0`).join(' OR ')}`;
}

export const leadsCounted: Invariant = {
  name: 'leads-counted',
  description: "the counts behind admins' reports match the leads",
  sql: `${differences('funnel_counts', 'funnel_id, day, campaign_source, campaign', FUNNEL_COLUMNS)}
         UNION ALL ${differences('delay_counts', 'day, delay', ['delivered'])}
         UNION ALL ${differences('place_counts', 'day, state, lead_type', LEAD_COLUMNS)}`,
};
