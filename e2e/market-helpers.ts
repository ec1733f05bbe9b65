import { randomUUID } from 'node:crypto';
import type { FunnelWithKey } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { postLead, type PostedLead } from './agent-helpers.js';
import { queryDatabase, queryFirstRow } from './database.js';
import { expect, type System } from './system.js';

/** No other test posts leads of this state. */
const WYOMING = { state: 'WY', zip: '82001' };

export interface LiveFunnel {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

export async function createLiveFunnel(page: Page, system: System): Promise<LiveFunnel> {
  const created = await page.request.post(`${system.urls.web}/api/admin/funnels`, {
    data: { name: `Earns ${randomUUID().slice(0, 8)}` },
  });
  const { funnel, key } = (await created.json()) as FunnelWithKey;
  await queryDatabase(system, "UPDATE leads.funnels SET mode = 'live' WHERE id = $1", [funnel.id]);
  return { id: funnel.id, name: funnel.name, key };
}

/** Sells three leads, of which one is won and one contacted. A duplicate and an unreadable post are refused. */
export async function sellLeads(page: Page, system: System, { id, key }: LiveFunnel): Promise<void> {
  const post = (data: object) =>
    page.request.post(`${system.urls.web}/api/ingest/leads`, { headers: { 'x-funnel-key': key }, data });
  const sell = () => postLead(page.request, system, WYOMING, { funnelKey: key });
  const [won, contacted] = [await sell(), await sell(), await sell()] as const;
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
}

/** Posts two leads while nobody can buy them, and ends one of them. */
export async function leaveUnsold(page: Page, system: System, { key }: LiveFunnel): Promise<PostedLead> {
  const post = () => postLead(page.request, system, { ...WYOMING, lead_type: 'MYGA' }, { funnelKey: key });
  const [ended] = [await post(), await post()] as const;
  const answer = await page.request.post(`${system.urls.web}/api/admin/leads/${ended.id}/withdraw`, {
    data: { reason: 'Asked us by phone' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ended;
}

export interface MarketCounts {
  readonly accepted: number;
  readonly sold: number;
  readonly expired: number;
  readonly refunded: number;
  readonly revenueCents: number;
  readonly delivered: number;
  readonly inTime: number;
  readonly duplicates: number;
  readonly refused: number;
}

/** Counts the leads and posts themselves, of the last 30 days in the reporting time zone. */
export const countFromLeads = (system: System): Promise<MarketCounts> =>
  queryFirstRow<MarketCounts>(
    system,
    `WITH period AS (SELECT time_zone, (now() AT TIME ZONE time_zone)::date - 29 AS first FROM leads.report_zone)
     SELECT count(*)::int AS accepted, count(s.lead_id)::int AS sold,
            (count(*) FILTER (WHERE l.status = 'expired'))::int AS expired, count(s.refunded_at)::int AS refunded,
            (COALESCE(sum(s.amount_cents) FILTER (WHERE s.refunded_at IS NULL), 0))::int AS "revenueCents",
            count(s.delivered_at)::int AS delivered,
            (count(*) FILTER (WHERE s.delivered_at <= l.created_at + interval '1 second'))::int AS "inTime",
            (SELECT COALESCE(sum(count), 0)::int FROM leads.rejections, period
              WHERE field = '' AND day >= first AND reason = 'duplicate') AS duplicates,
            (SELECT COALESCE(sum(count), 0)::int FROM leads.rejections, period
              WHERE field = '' AND day >= first AND reason <> 'duplicate') AS refused
       FROM period CROSS JOIN leads.leads l LEFT JOIN leads.sold_leads s ON s.lead_id = l.id
      WHERE (l.created_at AT TIME ZONE time_zone)::date >= first`,
  );
