import { randomUUID } from 'node:crypto';
import { LEAD_PRICE_CENTS } from '@desk/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { insertLead, startStatements, type StatementsHarness } from './statements.harness.js';

const LEADS = 20;

const REPORT = 'SELECT * FROM report_leads($1, 7, 1000)';

let statements: StatementsHarness;

beforeAll(async () => {
  statements = await startStatements();
  const { client, funnelId } = statements;
  for (let count = 0; count < LEADS; count += 1)
    await insertLead((sql, values) => client.query(sql, values), funnelId);
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

async function countCalls(): Promise<number> {
  const { rows } = await statements.client.query<{ calls: number }>(
    "SELECT COALESCE(pg_stat_get_xact_function_calls('spent_until'::regproc), 0)::int AS calls",
  );
  return rows[0]?.calls ?? 0;
}

/** Returns how often the report added up the offers of a week or month. */
async function countSums(buyerId: string): Promise<number> {
  await statements.client.query('BEGIN');
  try {
    await statements.client.query("SET LOCAL track_functions = 'all'");
    const before = await countCalls();
    await statements.client.query(REPORT, [buyerId]);
    return (await countCalls()) - before;
  } finally {
    await statements.client.query('ROLLBACK');
  }
}

test.each([
  ['no budget', { weekly: null, monthly: null }, 0],
  ['a weekly budget', { weekly: 100_000, monthly: null }, LEADS],
  ['a monthly budget', { weekly: null, monthly: 100_000 }, LEADS],
])('the report of a buyer with %s adds up the offers of no other period', async (_name, budgets, sums) => {
  expect(await countSums(await addBuyer(budgets))).toBe(sums);
});

test.each([
  [{ weekly: LEAD_PRICE_CENTS - 1, monthly: null }, 'budget'],
  [{ weekly: null, monthly: LEAD_PRICE_CENTS - 1 }, 'budget'],
  [{ weekly: LEAD_PRICE_CENTS, monthly: LEAD_PRICE_CENTS }, 'others'],
  [{ weekly: null, monthly: null }, 'others'],
])('with budgets of %j, leads of a buyer without offers are reported as %s', async (budgets, outcome) => {
  const { rows } = await statements.client.query(REPORT, [await addBuyer(budgets)]);
  expect(rows).toEqual([{ outcome, count: LEADS }]);
});
