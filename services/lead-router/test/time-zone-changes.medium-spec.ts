import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import {
  recheckBuyersAt,
  reserveLeadAt,
  startStatements,
  type StatementsHarness,
} from './statements.harness.js';

let statements: StatementsHarness;
let client: pg.Client;

beforeAll(async () => {
  statements = await startStatements();
  ({ client } = statements);
});
afterAll(() => statements.stop());
beforeEach(async () => {
  await client.query('BEGIN');
});
afterEach(() => client.query('ROLLBACK'));

const NEW_YORK = 'America/New_York';
const LOS_ANGELES = 'America/Los_Angeles';

interface BuyerOptions {
  readonly timeZone: string;
  readonly limit: number;
  readonly weeklyBudgetCents?: number;
  readonly monthlyBudgetCents?: number;
}

async function addBuyer({ timeZone, limit, weeklyBudgetCents, monthlyBudgetCents }: BuyerOptions) {
  const id = randomUUID();
  await client.query(
    `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, card_version,
                         weekly_budget_cents, monthly_budget_cents)
     VALUES ($1, true, $2, $3, true, 1, $4, $5)`,
    [id, limit, timeZone, weeklyBudgetCents ?? null, monthlyBudgetCents ?? null],
  );
  await client.query("INSERT INTO filter_classes VALUES ('*', 16777215) ON CONFLICT DO NOTHING");
  return id;
}

const sellAt = (time: string) => reserveLeadAt(statements, time);
const recheckAt = (time: string) => recheckBuyersAt(statements, time);

async function moveAt(time: string, id: string, timeZone: string, version: number): Promise<boolean> {
  await statements.setClock(time);
  const { rows } = await client.query<{ moved: boolean }>(
    'SELECT set_time_zone($1, $2, $3) IS NOT NULL AS moved',
    [id, timeZone, version],
  );
  return rows[0]?.moved === true;
}

async function buyerRow(id: string) {
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT is_eligible AS open, slots_day::text AS day, slots_used AS used, recheck_at AS "recheckAt",
            week_start::text AS week, week_cents AS "weekCents", month_start::text AS month,
            month_cents AS "monthCents"
       FROM buyers WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** What `npm run verify` checks of slots and budgets. */
async function expectLimitsHeld(id: string, { limit, budgetCents }: { limit: number; budgetCents?: number }) {
  const { rows } = await client.query(
    `SELECT slot_day, count(*) FROM lead_offers WHERE buyer_id = $1 GROUP BY slot_day HAVING count(*) > $2
     UNION ALL
     SELECT date_trunc('week', slot_day::timestamp)::date, sum(amount_cents) FROM lead_offers WHERE buyer_id = $1
      GROUP BY 1 HAVING sum(amount_cents) > $3
     UNION ALL
     SELECT b.slots_day, b.slots_used FROM buyers b LEFT JOIN lead_offers o ON o.buyer_id = b.id AND o.slot_day = b.slots_day
      WHERE b.id = $1 GROUP BY b.id HAVING b.slots_used <> count(o.id)`,
    [id, limit, budgetCents ?? 100_000_000],
  );
  expect(rows).toEqual([]);
}

describe('a move to an earlier time zone', () => {
  test('right after midnight keeps the day that has begun, until it ends there', async () => {
    const id = await addBuyer({ timeZone: NEW_YORK, limit: 2 });
    await expect(sellAt('2026-07-01T23:50:00-04:00')).resolves.toBe(true);
    await expect(sellAt('2026-07-02T00:10:00-04:00')).resolves.toBe(true);
    // It is 21:30 on July 1 in Los Angeles.
    await expect(moveAt('2026-07-02T00:30:00-04:00', id, LOS_ANGELES, 1)).resolves.toBe(true);
    await expect(buyerRow(id)).resolves.toMatchObject({ open: true, day: '2026-07-02', used: 1 });
    await expect(sellAt('2026-07-01T21:40:00-07:00')).resolves.toBe(true);
    await expect(sellAt('2026-07-01T21:50:00-07:00')).resolves.toBe(false);
    await expect(buyerRow(id)).resolves.toMatchObject({
      open: false,
      used: 2,
      recheckAt: new Date('2026-07-03T00:00:00-07:00'),
    });
    await expect(recheckAt('2026-07-02T00:00:00-07:00')).resolves.toBe(0);
    await expect(sellAt('2026-07-02T12:00:00-07:00')).resolves.toBe(false);
    await expect(recheckAt('2026-07-03T00:00:00-07:00')).resolves.toBe(1);
    await expect(sellAt('2026-07-03T00:00:01-07:00')).resolves.toBe(true);
    await expectLimitsHeld(id, { limit: 2 });
  });

  test('right after midnight returns to the previous day if no slot of the new day is used', async () => {
    const id = await addBuyer({ timeZone: NEW_YORK, limit: 1 });
    await expect(sellAt('2026-07-01T23:50:00-04:00')).resolves.toBe(true);
    await expect(recheckAt('2026-07-02T00:00:00-04:00')).resolves.toBe(1);
    await expect(buyerRow(id)).resolves.toMatchObject({ open: true, day: '2026-07-02', used: 0 });
    await moveAt('2026-07-02T00:30:00-04:00', id, LOS_ANGELES, 1);
    await expect(buyerRow(id)).resolves.toMatchObject({
      open: false,
      day: '2026-07-01',
      used: 1,
      recheckAt: new Date('2026-07-02T00:00:00-07:00'),
    });
    await expect(sellAt('2026-07-01T22:00:00-07:00')).resolves.toBe(false);
    await expect(recheckAt('2026-07-02T00:00:00-07:00')).resolves.toBe(1);
    await expect(sellAt('2026-07-02T00:00:01-07:00')).resolves.toBe(true);
    await expectLimitsHeld(id, { limit: 1 });
  });

  // June 1, 2026 is a Monday.
  test('right after the beginning of a week and a month keeps their budgets', async () => {
    const budgets = { weeklyBudgetCents: 8_000, monthlyBudgetCents: 8_000 };
    const id = await addBuyer({ timeZone: NEW_YORK, limit: 9, ...budgets });
    await expect(sellAt('2026-05-31T23:50:00-04:00')).resolves.toBe(true);
    await expect(sellAt('2026-05-31T23:51:00-04:00')).resolves.toBe(false);
    await expect(recheckAt('2026-06-01T00:00:00-04:00')).resolves.toBe(1);
    await expect(sellAt('2026-06-01T00:10:00-04:00')).resolves.toBe(true);
    await moveAt('2026-06-01T00:30:00-04:00', id, LOS_ANGELES, 1);
    await expect(buyerRow(id)).resolves.toMatchObject({
      open: false,
      week: '2026-06-01',
      weekCents: 8_000,
      month: '2026-06-01',
      monthCents: 8_000,
    });
    await expect(sellAt('2026-06-01T00:10:00-07:00')).resolves.toBe(false);
    await expectLimitsHeld(id, { limit: 9, budgetCents: 8_000 });
  });

  test('counts the previous week and month again if nothing was spent in the new ones', async () => {
    const budgets = { weeklyBudgetCents: 8_000, monthlyBudgetCents: 8_000 };
    const id = await addBuyer({ timeZone: NEW_YORK, limit: 9, ...budgets });
    await expect(sellAt('2026-05-31T23:50:00-04:00')).resolves.toBe(true);
    await moveAt('2026-06-01T00:30:00-04:00', id, LOS_ANGELES, 1);
    await expect(buyerRow(id)).resolves.toMatchObject({
      open: false,
      week: '2026-05-25',
      weekCents: 8_000,
      month: '2026-05-01',
      monthCents: 8_000,
    });
    await expect(sellAt('2026-05-31T22:00:00-07:00')).resolves.toBe(false);
    await expect(recheckAt('2026-06-01T00:00:00-07:00')).resolves.toBe(1);
    await expect(sellAt('2026-06-01T00:00:01-07:00')).resolves.toBe(true);
    await expectLimitsHeld(id, { limit: 9, budgetCents: 8_000 });
  });
});

describe('a move to a later time zone', () => {
  test('before midnight begins the next day, and moving back does not return to the former one', async () => {
    const id = await addBuyer({ timeZone: LOS_ANGELES, limit: 1 });
    await expect(sellAt('2026-07-01T23:00:00-07:00')).resolves.toBe(true);
    await expect(sellAt('2026-07-01T23:10:00-07:00')).resolves.toBe(false);
    // It is 2:30 on July 2 in New York.
    await moveAt('2026-07-01T23:30:00-07:00', id, NEW_YORK, 1);
    await expect(buyerRow(id)).resolves.toMatchObject({ open: true, day: '2026-07-02', used: 0 });
    await expect(sellAt('2026-07-02T02:40:00-04:00')).resolves.toBe(true);
    await moveAt('2026-07-01T23:45:00-07:00', id, LOS_ANGELES, 2);
    await expect(buyerRow(id)).resolves.toMatchObject({ open: false, day: '2026-07-02', used: 1 });
    await expect(sellAt('2026-07-02T23:59:59-07:00')).resolves.toBe(false);
    await expect(recheckAt('2026-07-03T00:00:00-07:00')).resolves.toBe(1);
    await expect(sellAt('2026-07-03T00:00:01-07:00')).resolves.toBe(true);
    await expectLimitsHeld(id, { limit: 1 });
  });

  test('during the day keeps the slots and amounts of the day', async () => {
    const id = await addBuyer({ timeZone: LOS_ANGELES, limit: 3, weeklyBudgetCents: 100_000 });
    await expect(sellAt('2026-07-01T12:00:00-07:00')).resolves.toBe(true);
    await moveAt('2026-07-01T12:30:00-07:00', id, NEW_YORK, 1);
    await expect(buyerRow(id)).resolves.toMatchObject({ day: '2026-07-01', used: 1, weekCents: 8_000 });
  });
});

test('offers that were declined are not counted', async () => {
  const id = await addBuyer({ timeZone: NEW_YORK, limit: 9, weeklyBudgetCents: 100_000 });
  for (const minute of [10, 11]) await sellAt(`2026-07-01T12:${minute}:00-04:00`);
  await client.query(
    `UPDATE lead_offers SET status = CASE slot_number WHEN 1 THEN 'declined' ELSE 'charged' END, closed_at = now()
      WHERE buyer_id = $1`,
    [id],
  );
  await moveAt('2026-07-01T13:00:00-04:00', id, LOS_ANGELES, 1);
  await expect(buyerRow(id)).resolves.toMatchObject({ used: 1, weekCents: 8_000, monthCents: 8_000 });
});

test('a day before the first filters is one of the zone in which they were set', async () => {
  const id = await addBuyer({ timeZone: NEW_YORK, limit: 9 });
  await client.query('SELECT record_filters(b, now(), b.time_zone) FROM buyers b WHERE b.id = $1', [id]);
  await moveAt('2026-07-01T12:00:00-04:00', id, LOS_ANGELES, 1);
  const { rows } = await client.query(
    "SELECT day_at(b, '2025-06-15T01:00:00-04:00')::text AS day FROM buyers b WHERE b.id = $1",
    [id],
  );
  expect(rows).toEqual([{ day: '2025-06-15' }]);
});

test('the change is recorded with the filters, and the former zone as of the beginning', async () => {
  const id = await addBuyer({ timeZone: NEW_YORK, limit: 9 });
  await moveAt('2026-07-01T12:00:00-04:00', id, LOS_ANGELES, 2);
  await expect(moveAt('2026-07-01T12:01:00-04:00', id, 'Asia/Tokyo', 1)).resolves.toBe(false);
  await moveAt('2026-07-01T12:02:00-04:00', id, 'America/Denver', 3);
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT c.time_zone AS zone, c.at = b.created_at AS "isFirst" FROM buyer_filter_changes c
       JOIN buyers b ON b.id = c.buyer_id WHERE b.id = $1 ORDER BY c.at, c.id`,
    [id],
  );
  expect(rows).toEqual([
    { zone: NEW_YORK, isFirst: true },
    { zone: LOS_ANGELES, isFirst: false },
    { zone: 'America/Denver', isFirst: false },
  ]);
});
