import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LEAD_REPORT } from '../src/filters/lead-report.repository.js';
import { startStatements, type StatementsHarness } from './statements.harness.js';

const LEADS = 20;

interface PlanNode {
  readonly 'Actual Loops': number;
  readonly Filter?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}
type Unit = 'week' | 'month';

let statements: StatementsHarness;

beforeAll(async () => {
  statements = await startStatements();
  for (let count = 0; count < LEADS; count += 1)
    await statements.client.query(
      `INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                          estimated_assets, purchase_timeline, lead_type, price)
       VALUES ($1, $2, '', 'Person', '+1', 'a@b.c', 'FL', '33101', '61-65', '$1M+', '0-3 months', 'MYGA', 80)`,
      [randomUUID(), statements.funnelId],
    );
});
afterAll(() => statements.stop());

async function addBuyer(budgets: { readonly weekly: number | null; readonly monthly: number | null }) {
  const id = randomUUID();
  await statements.client.query(
    `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, card_version, created_at,
                         weekly_budget_cents, monthly_budget_cents)
     VALUES ($1, true, 25, 'America/New_York', true, 1, now() - interval '1 day', $2, $3)`,
    [id, budgets.weekly, budgets.monthly],
  );
  return id;
}

/** Returns how often the report added up the offers of a week or month. */
async function countSums(buyerId: string, unit: Unit): Promise<number> {
  const { rows } = await statements.client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${LEAD_REPORT}`,
    [buyerId],
  );
  const count = (node: PlanNode): number => {
    const readsOffers = `${node.Filter ?? ''} ${node['Index Cond'] ?? ''}`.includes(`date_trunc('${unit}'`);
    const below = (node.Plans ?? []).map(count);
    return [readsOffers ? node['Actual Loops'] : 0, ...below].reduce((sum, loops) => sum + loops, 0);
  };
  return count(rows[0]!['QUERY PLAN'][0].Plan);
}

test.each([
  ['no budget', { weekly: null, monthly: null }, { week: 0, month: 0 }],
  ['a weekly budget', { weekly: 100_000, monthly: null }, { week: LEADS, month: 0 }],
  ['a monthly budget', { weekly: null, monthly: 100_000 }, { week: 0, month: LEADS }],
])('the report of a buyer with %s adds up the offers of no other period', async (_name, budgets, sums) => {
  const buyerId = await addBuyer(budgets);
  expect({ week: await countSums(buyerId, 'week'), month: await countSums(buyerId, 'month') }).toEqual(sums);
});

test.each([
  [{ weekly: 7_999, monthly: null }, 'budget'],
  [{ weekly: null, monthly: 7_999 }, 'budget'],
  [{ weekly: 8_000, monthly: 8_000 }, 'others'],
  [{ weekly: null, monthly: null }, 'others'],
])('with budgets of %j, leads of a buyer without offers are reported as %s', async (budgets, outcome) => {
  const { rows } = await statements.client.query(LEAD_REPORT, [await addBuyer(budgets)]);
  expect(rows).toEqual([{ outcome, count: LEADS }]);
});
