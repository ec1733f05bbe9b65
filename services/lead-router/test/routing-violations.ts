import type { ConcurrentRun } from './concurrent-run.js';
import { expectedBuyer } from './routing-model.js';
import type { RoutersHarness } from './routers.harness.js';

/** Offers that break what was in force when they were made, by the records of the buyer's changes. */
const OFFERS_AGAINST_THE_RULES = `
  SELECT 'offer against a pause, the limit or the filters' AS rule, o.id::text AS id
    FROM lead_offers o
    JOIN leads l ON l.id = o.lead_id
    CROSS JOIN LATERAL (SELECT c.* FROM buyer_changes c WHERE c.buyer_id = o.buyer_id AND c.at <= o.reserved_at
                         ORDER BY c.at DESC LIMIT 1) setting
    CROSS JOIN LATERAL (SELECT c.* FROM buyer_filter_changes c WHERE c.buyer_id = o.buyer_id AND c.at <= o.reserved_at
                         ORDER BY c.at DESC LIMIT 1) filter
   WHERE o.buyer_id = ANY ($1)
     AND NOT (setting.service_enabled AND o.slot_number <= setting.daily_lead_limit
              AND o.limit_in_force = setting.daily_lead_limit
              AND (filter.states = '{}' OR l.state = ANY (filter.states))
              AND (filter.lead_types = '{}' OR l.lead_type = ANY (filter.lead_types))
              AND (filter.asset_bands = '{}' OR l.estimated_assets = ANY (filter.asset_bands))
              AND (filter.age_ranges = '{}' OR l.age_range = ANY (filter.age_ranges)))`;

const LEADS_OFFERED_TWICE = `
  SELECT 'lead offered twice' AS rule, lead_id::text AS id FROM lead_offers WHERE buyer_id = ANY ($1)
   GROUP BY lead_id HAVING count(*) FILTER (WHERE status = 'open') > 1 OR count(*) > count(DISTINCT buyer_id)`;

/** Counters, compared with the offers that are left. */
const WRONG_COUNTERS = `
  SELECT 'slots or budget do not match the offers' AS rule, b.id::text AS id
    FROM buyers b
    CROSS JOIN LATERAL (SELECT count(*)::int AS slots, COALESCE(sum(o.amount_cents), 0)::int AS cents FROM lead_offers o
                         WHERE o.buyer_id = b.id AND o.status = 'open') held
   WHERE b.id = ANY ($1)
     AND (b.slots_used <> held.slots OR COALESCE(b.week_cents, 0) <> held.cents
          OR held.cents > b.weekly_budget_cents OR held.cents > b.monthly_budget_cents)`;

interface Violation {
  readonly rule: string;
  readonly id: string;
}

/** Names what a concurrent run did wrong. */
export async function findViolations(
  { query }: RoutersHarness,
  { buyers, leads }: ConcurrentRun,
): Promise<string[]> {
  const ids = buyers.map(({ id }) => id);
  const violations = (
    await Promise.all(
      [OFFERS_AGAINST_THE_RULES, LEADS_OFFERED_TWICE, WRONG_COUNTERS].map((sql) =>
        query<Violation>(sql, [ids]),
      ),
    )
  ).flat();
  return [
    ...violations.map(({ rule, id }) => `${rule}: ${id}`),
    ...(await findForgotten({ query }, { buyers, leads })),
  ];
}

/** Leads that wait although the model finds a buyer for them. */
async function findForgotten(
  { query }: Pick<RoutersHarness, 'query'>,
  { buyers, leads }: ConcurrentRun,
): Promise<string[]> {
  const offers = await query<{ id: string; buyerId: string; date: string }>(
    `SELECT id, buyer_id AS "buyerId", slot_day::text AS date FROM lead_offers
      WHERE status = 'open' AND buyer_id = ANY ($1)`,
    [buyers.map(({ id }) => id)],
  );
  const [lead] = leads;
  if (!lead) return [];
  const now = new Date();
  const current = buyers.map((buyer) => ({
    ...buyer,
    offers: offers
      .filter(({ buyerId }) => buyerId === buyer.id)
      .map(({ id, date }) => ({ id, date, lead, held: true })),
  }));
  const waiting = await query<{ id: string }>(
    "SELECT id FROM leads WHERE status = 'available' AND id = ANY ($1)",
    [leads.map(({ id }) => id)],
  );
  const ids = new Set(waiting.map(({ id }) => id));
  return leads
    .filter((each) => ids.has(each.id) && expectedBuyer(current, each, now) !== null)
    .map(({ id }) => `waiting lead without an offer: ${id}`);
}
