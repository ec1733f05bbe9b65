import type { Invariant } from './invariant.js';

const LEAD_FIGURES = ['accepted', 'sold', 'expired', 'refunded', 'revenue_cents'];
const FUNNEL_FIGURES = [
  ...LEAD_FIGURES,
  ...['delivered', 'delivered_in_time', 'contacted', 'appointment', 'won', 'lost'],
];

/** Counts from the leads and sales themselves. */
const LEADS = `
  SELECT l.funnel_id, (l.created_at AT TIME ZONE z.time_zone)::date AS day, l.state, l.lead_type,
         1 AS accepted, (s.lead_id IS NOT NULL)::int AS sold, (l.status = 'expired')::int AS expired,
         (s.refunded_at IS NOT NULL)::int AS refunded,
         CASE WHEN s.refunded_at IS NULL THEN COALESCE(s.amount_cents, 0) ELSE 0 END AS revenue_cents,
         (s.delivered_at IS NOT NULL)::int AS delivered,
         COALESCE(s.delivered_at - l.created_at <= interval '1 second', false)::int AS delivered_in_time,
         COALESCE(s.disposition = 'contacted', false)::int AS contacted,
         COALESCE(s.disposition = 'appointment', false)::int AS appointment,
         COALESCE(s.disposition = 'won', false)::int AS won, COALESCE(s.disposition = 'lost', false)::int AS lost
    FROM leads.leads l CROSS JOIN leads.report_zone z LEFT JOIN leads.sold_leads s ON s.lead_id = l.id`;

/** What the counts do not contain yet. */
const CHANGES = `
  SELECT c.*, (c.received_at AT TIME ZONE z.time_zone)::date AS day
    FROM leads.market_changes c CROSS JOIN leads.report_zone z`;

/** Rows whose figures differ, with what is missing from the counts. */
function differences(table: string, key: string, figures: readonly string[]): string {
  const subtracted = figures.map((figure) => `-${figure}`).join(', ');
  return `
    SELECT '${table}' AS counts, concat_ws(' ', ${key}) AS row, ${LEAD_FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ')}
      FROM (SELECT ${key}, ${figures.join(', ')} FROM (${LEADS}) leads
            UNION ALL SELECT ${key}, ${subtracted} FROM leads.${table}
            UNION ALL SELECT ${key}, ${subtracted} FROM (${CHANGES}) changes) counted
     GROUP BY ${key} HAVING ${figures.map((figure) => `sum(${figure}) <> 0`).join(' OR ')}`;
}

export const leadsCounted: Invariant = {
  name: 'leads-counted',
  description: "the counts behind admins' reports are those of the leads",
  sql: `${differences('funnel_counts', 'funnel_id, day', FUNNEL_FIGURES)}
         UNION ALL ${differences('place_counts', 'day, state, lead_type', LEAD_FIGURES)}`,
};
