import { randomUUID } from 'node:crypto';
import type { MoneyReport } from '@desk/contracts';
import { createServiceDatabase, type TestDatabase } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { BalanceRepository } from '../src/balance/balance.repository.js';
import { database, migrations } from '../src/database/data-source.js';

/** Clocks in Havana change at midnight. St. John's is off by half an hour, Kathmandu by a quarter. */
const timeZones = ['America/New_York', 'America/Havana', 'America/St_Johns', 'Asia/Kathmandu'] as const;
/** Before the hours in 2026 in which clocks in America change. */
const clockChanges = ['2026-03-08T00:00:00Z', '2026-11-01T00:00:00Z'] as const;
const QUARTER_MS = 900_000;
const THREE_DAYS_QUARTERS = 288;

/** Inserts a row, or changes it. The purchase and its refund and dispute have the same id, `$1`. */
const WRITE_PURCHASE = `
  INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status, card_version, purchased_at,
                         stripe_payment_intent_id)
  VALUES ($1::uuid, $1::uuid, $1::uuid, $1::uuid, $2, 'usd',
          CASE WHEN $3::timestamptz IS NULL THEN 'pending' ELSE 'succeeded' END, 1, $3::timestamptz, 'pi_' || $1::uuid)
  ON CONFLICT (id) DO UPDATE
    SET amount = excluded.amount, status = excluded.status, purchased_at = excluded.purchased_at`;
const WRITE_REFUND = `
  INSERT INTO refunds (id, purchase_id, amount, reason, stripe_refund_id, succeeded_at, ended_at, status)
  VALUES ($1::uuid, $1::uuid, $2, 'goodwill', 're_' || $1::uuid, $3::timestamptz, $4::timestamptz,
          CASE WHEN $4::timestamptz IS NOT NULL THEN 'failed'
               WHEN $3::timestamptz IS NOT NULL THEN 'succeeded' ELSE 'pending' END)
  ON CONFLICT (id) DO UPDATE
    SET amount = excluded.amount, status = excluded.status, succeeded_at = excluded.succeeded_at,
        ended_at = excluded.ended_at`;
const WRITE_DISPUTE = `
  INSERT INTO disputes (id, purchase_id, buyer_id, lead_id, stripe_dispute_id, amount, status, reason, opened_at, closed_at)
  VALUES ($1::uuid, $1::uuid, $1::uuid, $1::uuid, 'du_' || $1::uuid, $2, $3::text, 'fraudulent', $4,
          CASE WHEN $3::text IN ('won', 'lost', 'warning_closed') THEN $5::timestamptz END)
  ON CONFLICT (id) DO UPDATE
    SET amount = excluded.amount, status = excluded.status, opened_at = excluded.opened_at,
        closed_at = excluded.closed_at`;
const WRITE_FEE = `
  INSERT INTO balance_transactions (id, purchase_id, type, amount_cents, fee_cents, currency, created_at)
  VALUES (gen_random_uuid()::text, $1, 'charge', 8000, $2, 'usd', $3)`;

/** Computes the expected report from the individual rows. */
const SUM_ROWS = `
  WITH entries AS (
    SELECT purchased_at AS at, 'charge' AS kind, 1 AS counted, amount FROM purchases WHERE purchased_at IS NOT NULL
    UNION ALL SELECT succeeded_at, 'refund', 1, amount FROM refunds WHERE succeeded_at IS NOT NULL
    UNION ALL SELECT ended_at, 'refund', 0, -amount FROM refunds WHERE succeeded_at IS NOT NULL AND ended_at IS NOT NULL
    UNION ALL SELECT opened_at, 'dispute', 1, amount FROM disputes WHERE status NOT LIKE 'warning%'
    UNION ALL SELECT closed_at, 'dispute', 0, -amount FROM disputes WHERE status = 'won'
    UNION ALL SELECT created_at, 'fee', 0, fee_cents / 100.0 FROM balance_transactions
  ), dated AS (SELECT *, (at AT TIME ZONE $3)::date AS day FROM entries)
  SELECT day::text,
         COALESCE(sum(counted) FILTER (WHERE kind = 'charge'), 0)::int AS charges,
         COALESCE(100 * sum(amount) FILTER (WHERE kind = 'charge'), 0)::int AS "chargesCents",
         COALESCE(sum(counted) FILTER (WHERE kind = 'refund'), 0)::int AS refunds,
         COALESCE(100 * sum(amount) FILTER (WHERE kind = 'refund'), 0)::int AS "refundsCents",
         COALESCE(sum(counted) FILTER (WHERE kind = 'dispute'), 0)::int AS disputes,
         COALESCE(100 * sum(amount) FILTER (WHERE kind = 'dispute'), 0)::int AS "disputesCents",
         (100 * sum(amount) FILTER (WHERE kind = 'fee'))::int AS "feesCents",
         COALESCE(100 * sum(CASE WHEN kind = 'charge' THEN amount ELSE -amount END), 0)::int AS "netCents"
    FROM dated WHERE day BETWEEN $1 AND $2
   GROUP BY GROUPING SETS ((), (day)) ORDER BY day NULLS FIRST`;

const SELECT_COUNTS = `
  SELECT slot, kind, sum(counted)::int AS counted, sum(cents)::int AS cents
    FROM (SELECT slot, kind, counted, cents FROM balance_counts
          UNION ALL SELECT slot, kind, counted, cents FROM balance_changes) c
   GROUP BY slot, kind HAVING sum(counted) <> 0 OR sum(cents) <> 0 ORDER BY slot, kind`;

interface Write {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Whether some changes are folded after it. */
  readonly isFolded: boolean;
}

const writes = (sql: string, ...values: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<Write> =>
  fc.record({ sql: fc.constant(sql), values: fc.tuple(...values), isFolded: fc.boolean() });

const time = fc
  .record({
    around: fc.constantFrom(...clockChanges),
    quarters: fc.integer({ min: -THREE_DAYS_QUARTERS, max: THREE_DAYS_QUARTERS }),
    ms: fc.constantFrom(0, 1, QUARTER_MS - 1),
  })
  .map(({ around, quarters, ms }) => new Date(Date.parse(around) + quarters * QUARTER_MS + ms).toISOString());
const amount = fc.constantFrom('80.00', '79.50', '0.01');
const status = fc.constantFrom('needs_response', 'under_review', 'won', 'lost', 'warning_closed');

/** Rows are written several times, as new ones and as changed ones, and may lose their time again. */
const payment = fc
  .tuple(
    fc.array(writes(WRITE_PURCHASE, amount, fc.option(time)), { minLength: 1, maxLength: 3 }),
    fc.array(writes(WRITE_REFUND, amount, fc.option(time), fc.option(time)), { maxLength: 3 }),
    fc.array(writes(WRITE_DISPUTE, amount, status, time, time), { maxLength: 3 }),
    fc.array(writes(WRITE_FEE, fc.constantFrom(0, 262), time), { maxLength: 2 }),
  )
  .map((parts): readonly Write[] => parts.flat());
const payments = fc.array(payment, { minLength: 1, maxLength: 10 });

describe('the counts behind the balance report', () => {
  let testDatabase: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    testDatabase = await createServiceDatabase('billing', { ...database, migrations });
    client = new pg.Client({ connectionString: testDatabase.services.billing.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await testDatabase.drop();
  });

  // One connection, in the middle of a transaction: a statement waits for the one before it.
  let last: Promise<unknown> = Promise.resolve();
  function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const rows = last.then(async () => (await client.query<Row>(sql, [...values])).rows);
    last = rows.catch(() => undefined);
    return rows;
  }
  const reports = new BalanceRepository({ query } as unknown as DataSource);

  async function sumRows(
    from: string,
    to: string,
    zone: string,
  ): Promise<Pick<MoneyReport, 'days' | 'totals'>> {
    const [first, ...days] = await query<MoneyReport['days'][number]>(SUM_ROWS, [from, to, zone]);
    if (!first) throw new Error('the totals are missing');
    const { day: _day, ...totals } = first;
    return { days, totals };
  }

  async function write(all: readonly (readonly Write[])[]): Promise<void> {
    for (const ofPayment of all) {
      const id = randomUUID();
      for (const { sql, values, isFolded } of ofPayment) {
        await query(sql, [id, ...values]);
        if (isFolded) await query('SELECT fold_balance_changes(3)');
      }
    }
  }

  async function inTransaction(run: () => Promise<void>): Promise<void> {
    await query('BEGIN');
    try {
      await run();
    } finally {
      await query('ROLLBACK');
    }
  }

  test('match the individual rows, in every time zone and on days with clock changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        payments,
        fc.constantFrom(
          ['2026-03-08', '2026-03-08'],
          ['2026-03-01', '2026-11-01'],
          ['2026-10-31', '2026-11-02'],
        ),
        (all, [from = '', to = '']) =>
          inTransaction(async () => {
            await write(all);
            for (const zone of timeZones) {
              const { days, totals } = await reports.report({ from, to }, zone);
              expect({ days, totals }).toEqual(await sumRows(from, to, zone));
            }
          }),
      ),
      { numRuns: 40 },
    );
  });

  test('are the same after a recount', async () => {
    await fc.assert(
      fc.asyncProperty(payments, (all) =>
        inTransaction(async () => {
          await write(all);
          const kept = await query(SELECT_COUNTS);
          await query('SELECT recount_balance()');
          expect(await query(SELECT_COUNTS)).toEqual(kept);
        }),
      ),
      { numRuns: 20 },
    );
  });
});
