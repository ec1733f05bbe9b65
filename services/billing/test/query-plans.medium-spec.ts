import { randomUUID } from 'node:crypto';
import { createServiceDatabase, type TestDatabase } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { SELECT_PURCHASES } from '../src/card-erasure/customer-status.repository.js';
import { database, migrations } from '../src/database/data-source.js';
import { UNSEEN_PAYMENTS } from '../src/reconciliation/record.repository.js';

const PURCHASES = 40_000;
const BUYERS = 400;
/** One in twenty purchases. */
const WINDOW = { from: '2026-03-20T00:00:00Z', to: '2026-03-22T00:00:00Z', purchases: PURCHASES / 20 };
const FIRST_PURCHASE = '2026-02-10T00:00:00Z';
const DAYS = 40;

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

let testDatabase: TestDatabase;
let client: pg.Client;
const runId = randomUUID();
const userId = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Payments evenly over forty days, of which the provider listed all of the last ones. */
beforeAll(async () => {
  testDatabase = await createServiceDatabase('billing', { ...database, migrations });
  client = new pg.Client({ connectionString: testDatabase.services.billing.ownerUrl });
  await client.connect();
  await client.query(
    `INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status, card_version,
                            stripe_payment_intent_id, first_requested_at, purchased_at, decline_code)
     SELECT gen_random_uuid(), gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((n % ${BUYERS})::text, 12, '0'))::uuid,
            gen_random_uuid(), 80, 'usd', CASE WHEN is_failed THEN 'failed' ELSE 'succeeded' END, 1, 'pi_' || n, at,
            CASE WHEN NOT is_failed THEN at END, CASE WHEN is_failed THEN 'card_declined' END
       FROM generate_series(0, ${PURCHASES - 1}) n,
            LATERAL (SELECT n % 7 = 0 AS is_failed, $1::timestamptz + n * interval '${DAYS} days' / ${PURCHASES} AS at) p`,
    [FIRST_PURCHASE],
  );
  await client.query(
    `INSERT INTO reconciliation_runs (id, trigger, window_from, window_to) VALUES ($1, 'schedule', $2, $3)`,
    [runId, WINDOW.from, WINDOW.to],
  );
  await client.query(
    `INSERT INTO reconciliation_seen (run_id, provider_id)
     SELECT $1, stripe_payment_intent_id FROM purchases WHERE purchased_at >= $2`,
    [runId, WINDOW.from],
  );
  await client.query('ANALYZE purchases, reconciliation_seen');
});
afterAll(async () => {
  await client.end();
  await testDatabase.drop();
});

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** Runs a query, and returns the rows and blocks that it read. */
async function explain(sql: string, values: readonly unknown[]): Promise<{ rows: number; blocks: number }> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING false, FORMAT JSON) ${sql}`,
    [...values],
  );
  const root = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!root) throw new Error('no plan');
  const read = flatten(root)
    .filter((node) => node['Relation Name'] === 'purchases')
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );
  return { rows: read, blocks: root['Shared Hit Blocks'] + root['Shared Read Blocks'] };
}

describe('unseen payments', () => {
  const find = (limit = 10): Promise<{ rows: number; blocks: number }> =>
    explain(UNSEEN_PAYMENTS, [runId, WINDOW.from, WINDOW.to, null, limit]);

  it('are looked for only in the window, even if the provider has listed all of them', async () => {
    const { rows, blocks } = await find();
    expect(rows).toBeLessThanOrEqual(WINDOW.purchases);
    expect(blocks).toBeLessThan(WINDOW.purchases);
  });

  it('are returned by id, a page at a time', async () => {
    await client.query('BEGIN');
    try {
      await client.query(
        `DELETE FROM reconciliation_seen WHERE provider_id IN (
           SELECT stripe_payment_intent_id FROM purchases WHERE purchased_at >= $1 AND purchased_at < $2 LIMIT 15)`,
        [WINDOW.from, WINDOW.to],
      );
      const list = async (after: string | null): Promise<string[]> =>
        (
          await client.query<{ id: string }>(UNSEEN_PAYMENTS, [runId, WINDOW.from, WINDOW.to, after, 10])
        ).rows.map(({ id }) => id);
      const first = await list(null);
      const second = await list(first.at(-1) ?? null);
      expect([first.length, second.length]).toEqual([10, 5]);
      expect([...first, ...second]).toEqual([...new Set([...first, ...second])].toSorted());
      expect((await find()).rows).toBeLessThanOrEqual(WINDOW.purchases + 10);
    } finally {
      await client.query('ROLLBACK');
    }
  });
});

describe("a buyer's export", () => {
  it("reads the buyer's own purchases, with those that failed", async () => {
    const own = PURCHASES / BUYERS;
    const { rows, blocks } = await explain(SELECT_PURCHASES, [userId(10)]);
    expect(rows).toBe(own);
    expect(blocks).toBeLessThan(2 * own);
  });
});
