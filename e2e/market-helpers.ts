import { randomUUID } from 'node:crypto';
import type { FunnelWithKey } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { postLead, type PostedLead, postWithKey } from './agent-helpers.js';
import { queryDatabase, queryFirstRow } from './database.js';
import { expect, type System } from './system.js';

/** No other test posts leads of this state. */
const WYOMING = { state: 'WY', zip: '82001' };

export interface LiveFunnel {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  /** The campaign of the leads that `sellLeads` sells. */
  readonly campaign: string;
}

export async function createLiveFunnel(page: Page, system: System): Promise<LiveFunnel> {
  const suffix = randomUUID().slice(0, 8);
  const created = await page.request.post(`${system.urls.web}/api/admin/funnels`, {
    data: { name: `Earns ${suffix}` },
  });
  const { funnel, key } = (await created.json()) as FunnelWithKey;
  await queryDatabase(system, "UPDATE leads.funnels SET mode = 'live' WHERE id = $1", [funnel.id]);
  return { id: funnel.id, name: funnel.name, key, campaign: `retire-early-${suffix}` };
}

/**
 * Sells three leads of a campaign, of which one is won and one contacted. A duplicate and an unreadable post are refused.
 * Returns the leads.
 */
export async function sellLeads(
  page: Page,
  system: System,
  { id, key, campaign }: LiveFunnel,
): Promise<readonly [PostedLead, PostedLead, PostedLead]> {
  const post = (data: object) => postWithKey(page.request, system, key, data);
  const landingPage = `https://example.com/?utm_source=google&utm_campaign=${campaign}`;
  const sell = () =>
    postLead(page.request, system, { ...WYOMING, landing_page_url: landingPage }, { funnelKey: key });
  const leads = [await sell(), await sell(), await sell()] as const;
  const [won, contacted] = leads;
  const repeated = {
    full_name: 'Known Person',
    email: won.email,
    phone: won.phone,
    ...WYOMING,
    age: 66,
    assets: '$1M+',
    timeline: '0-3 months',
    type: 'MYGA',
  };
  expect((await post(repeated)).status()).toBe(409);
  expect((await post([])).status()).toBe(400);
  const countSold = async () => {
    const sql = "SELECT count(*)::int AS sold FROM leads.leads WHERE funnel_id = $1 AND status = 'sold'";
    return (await queryFirstRow<{ sold: number }>(system, sql, [id])).sold;
  };
  await expect.poll(countSold).toBe(3);
  for (const [lead, disposition] of [
    [won, 'won'],
    [contacted, 'contacted'],
  ] as const)
    await queryDatabase(system, 'UPDATE leads.sold_leads SET disposition = $2 WHERE lead_id = $1', [
      lead.id,
      disposition,
    ]);
  return leads;
}

/** Refunds a sold lead as an admin. */
export async function refundLead(page: Page, system: System, { id }: PostedLead): Promise<void> {
  const payment = await queryFirstRow<{ id: string }>(
    system,
    "SELECT id FROM billing.purchases WHERE lead_id = $1 AND status = 'succeeded'",
    [id],
  );
  const answer = await page.request.post(`${system.urls.web}/api/admin/payments/${payment.id}/refund`, {
    data: { reason: 'goodwill', note: 'Wrong number' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const isRefunded = async () => {
    const sql = 'SELECT refunded_at IS NOT NULL AS refunded FROM leads.sold_leads WHERE lead_id = $1';
    return (await queryFirstRow<{ refunded: boolean }>(system, sql, [id])).refunded;
  };
  await expect.poll(isRefunded).toBe(true);
}

/** Posts two leads that nobody can buy, and withdraws one of them. */
export async function leaveUnsold(page: Page, system: System, { key }: LiveFunnel): Promise<PostedLead> {
  const post = () => postLead(page.request, system, { ...WYOMING, lead_type: 'MYGA' }, { funnelKey: key });
  const [ended] = [await post(), await post()] as const;
  const answer = await page.request.post(`${system.urls.web}/api/admin/leads/${ended.id}/withdraw`, {
    data: { reason: 'Asked us by phone' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ended;
}

/** The last 30 days in the reporting time zone: their first day, today, and their start. */
const PERIOD = `
  period AS (SELECT time_zone, today - 29 AS first, today, (today - 29)::timestamp AT TIME ZONE time_zone AS start
               FROM leads.report_zone, LATERAL (SELECT (now() AT TIME ZONE time_zone)::date AS today) days)`;

export interface MarketCounts {
  readonly accepted: number;
  readonly acceptedToday: number;
  readonly sold: number;
  readonly soldToday: number;
  readonly expired: number;
  readonly refunded: number;
  readonly revenueCents: number;
  readonly delivered: number;
  readonly inTime: number;
  /** The times within which 50% and 95% of the leads were delivered. */
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly duplicates: number;
  readonly refused: number;
}

/** Counts leads and posts of the last 30 days, in the reporting time zone, directly in their tables. */
export const countFromLeads = (system: System): Promise<MarketCounts> =>
  queryFirstRow<MarketCounts>(
    system,
    `WITH ${PERIOD}, sold AS (
       SELECT l.*, s.lead_id, s.refunded_at, s.amount_cents, s.delivered_at,
              (l.created_at AT TIME ZONE time_zone)::date AS day, today,
              (extract(epoch FROM s.delivered_at - l.created_at) * 1000)::float8 AS ms
         FROM period CROSS JOIN leads.leads l LEFT JOIN leads.sold_leads s ON s.lead_id = l.id
        WHERE l.created_at >= start
     )
     SELECT count(*)::int AS accepted, count(lead_id)::int AS sold,
            (count(*) FILTER (WHERE day = today))::int AS "acceptedToday",
            (count(lead_id) FILTER (WHERE day = today))::int AS "soldToday",
            (count(*) FILTER (WHERE status = 'expired'))::int AS expired, count(refunded_at)::int AS refunded,
            (COALESCE(sum(amount_cents) FILTER (WHERE refunded_at IS NULL), 0))::int AS "revenueCents",
            count(delivered_at)::int AS delivered, (count(*) FILTER (WHERE ms <= 1000))::int AS "inTime",
            percentile_disc(0.5) WITHIN GROUP (ORDER BY ms) AS "medianMs",
            percentile_disc(0.95) WITHIN GROUP (ORDER BY ms) AS "p95Ms",
            (SELECT COALESCE(sum(count), 0)::int FROM leads.rejections, period
              WHERE field = '' AND rejections.day >= first AND reason = 'duplicate') AS duplicates,
            (SELECT COALESCE(sum(count), 0)::int FROM leads.rejections, period
              WHERE field = '' AND rejections.day >= first AND reason <> 'duplicate') AS refused
       FROM sold`,
  );

/** Counts the agents who buy such leads now, and how many of them they may still buy today. */
export const countBuyers = (system: System, state: string, leadType: string) =>
  queryFirstRow<{ agents: number; open: number }>(
    system,
    `SELECT count(*)::int AS agents,
            COALESCE(sum(daily_lead_limit - CASE WHEN slots_day = (now() AT TIME ZONE time_zone)::date
                                                 THEN slots_used ELSE 0 END), 0)::int AS open
       FROM leads.buyers
      WHERE is_eligible AND (filter_states = '{}' OR $1 = ANY (filter_states))
        AND (filter_lead_types = '{}' OR $2 = ANY (filter_lead_types))`,
    [state, leadType],
  );

/** Returns who bought a lead. */
export const findBuyer = async (system: System, { id }: PostedLead): Promise<string> => {
  const sql = 'SELECT buyer_id AS "buyerId" FROM leads.sold_leads WHERE lead_id = $1';
  return (await queryFirstRow<{ buyerId: string }>(system, sql, [id])).buyerId;
};

interface Moved {
  readonly count: number;
  readonly cents: number;
}
interface MovedMoney {
  readonly charges: Moved;
  readonly refunds: Moved;
  readonly disputes: Moved;
  /** `cents` is null until a fee is reported. */
  readonly fees: { readonly cents: number | null };
}

/** Adds up payments, refunds, disputes and fees of the last 30 days directly in their tables. */
export async function countMoney(system: System): Promise<MovedMoney> {
  const count = (sql: string) => queryFirstRow<Moved>(system, `WITH ${PERIOD} SELECT ${sql}`);
  return {
    charges: await count(
      `count(*)::int AS count, COALESCE(sum(amount) * 100, 0)::int AS cents
         FROM billing.purchases, period WHERE purchased_at >= start`,
    ),
    refunds: await count(
      `count(*)::int AS count, COALESCE(sum(amount) FILTER (WHERE ended_at IS NULL) * 100, 0)::int AS cents
         FROM billing.refunds, period WHERE succeeded_at >= start`,
    ),
    disputes: await count(
      `count(*)::int AS count, COALESCE(sum(amount) FILTER (WHERE status <> 'won') * 100, 0)::int AS cents
         FROM billing.disputes, period
        WHERE opened_at >= start AND status IN ('needs_response', 'under_review', 'won', 'lost')`,
    ),
    fees: await count(
      'sum(fee_cents)::int AS cents FROM billing.balance_transactions, period WHERE created_at >= start',
    ),
  };
}
