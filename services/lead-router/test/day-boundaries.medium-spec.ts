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

async function addBuyer(timeZone: string, limit: number): Promise<string> {
  const id = randomUUID();
  await client.query(
    `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, card_version)
     VALUES ($1, true, $2, $3, true, 1)`,
    [id, limit, timeZone],
  );
  return id;
}

const reserveAt = (time: string) => reserveLeadAt(statements, time);
const recheckAt = (time: string) => recheckBuyersAt(statements, time);

async function buyerRow(id: string) {
  const { rows } = await client.query<{ open: boolean; day: string; used: number; recheckAt: Date | null }>(
    `SELECT is_eligible AS open, slots_day::text AS day, slots_used AS used, recheck_at AS "recheckAt"
       FROM buyers WHERE id = $1`,
    [id],
  );
  return rows[0];
}

describe('a buyer’s day', () => {
  test('ends at midnight: the last slot of a day and the first of the next are different days', async () => {
    const id = await addBuyer('America/New_York', 1);
    await expect(reserveAt('2026-07-01T23:59:59.999-04:00')).resolves.toBe(true);
    await expect(buyerRow(id)).resolves.toMatchObject({ open: false, day: '2026-07-01', used: 1 });
    await expect(reserveAt('2026-07-01T23:59:59.999-04:00')).resolves.toBe(false);
    await expect(recheckAt('2026-07-01T23:59:59.999-04:00')).resolves.toBe(0);
    await expect(recheckAt('2026-07-02T00:00:00.000-04:00')).resolves.toBe(1);
    await expect(buyerRow(id)).resolves.toMatchObject({
      open: true,
      day: '2026-07-02',
      used: 0,
      recheckAt: null,
    });
    await expect(reserveAt('2026-07-02T00:00:00.000-04:00')).resolves.toBe(true);
    await expect(buyerRow(id)).resolves.toMatchObject({ open: false, day: '2026-07-02', used: 1 });
  });

  test('counts a slot claimed right after midnight to the new day, before the sweep', async () => {
    const id = await addBuyer('America/New_York', 2);
    await expect(reserveAt('2026-07-01T12:00:00-04:00')).resolves.toBe(true);
    await expect(reserveAt('2026-07-02T00:00:00-04:00')).resolves.toBe(true);
    await expect(buyerRow(id)).resolves.toMatchObject({ open: true, day: '2026-07-02', used: 1 });
  });

  test.each([
    ['of 23 hours', 'America/New_York', '2026-03-08T12:00:00-04:00', '2026-03-09T00:00:00-04:00'],
    ['of 25 hours', 'America/New_York', '2026-11-01T00:30:00-04:00', '2026-11-02T00:00:00-05:00'],
    [
      'before one that begins at 01:00',
      'Africa/Cairo',
      '2026-04-23T12:00:00+02:00',
      '2026-04-24T01:00:00+03:00',
    ],
    [
      'before one with two midnights',
      'America/Havana',
      '2026-10-31T12:00:00-04:00',
      '2026-11-01T00:00:00-04:00',
    ],
    [
      'that ends before UTC’s',
      'Pacific/Kiritimati',
      '2026-05-05T01:00:00+14:00',
      '2026-05-06T00:00:00+14:00',
    ],
  ])('%s ends when the next date begins (%s)', async (_name, timeZone, now, midnight) => {
    const id = await addBuyer(timeZone, 1);
    await expect(reserveAt(now)).resolves.toBe(true);
    expect((await buyerRow(id))?.recheckAt).toEqual(new Date(midnight));
    const { rows } = await client.query<{ dayEndsAt: Date }>(
      'SELECT next_midnight(b, $2) AS "dayEndsAt" FROM buyers b WHERE id = $1',
      [id, now],
    );
    expect(rows[0]?.dayEndsAt).toEqual(new Date(midnight));
    await expect(recheckAt(new Date(Date.parse(midnight) - 1).toISOString())).resolves.toBe(0);
    await expect(recheckAt(midnight)).resolves.toBe(1);
    await expect(reserveAt(midnight)).resolves.toBe(true);
  });

  test('repeats no slot in the hour that is repeated', async () => {
    const id = await addBuyer('America/New_York', 1);
    await expect(reserveAt('2026-11-01T01:30:00-04:00')).resolves.toBe(true);
    await expect(reserveAt('2026-11-01T01:30:00-05:00')).resolves.toBe(false);
    await expect(buyerRow(id)).resolves.toMatchObject({ day: '2026-11-01', used: 1 });
  });
});

test('a hold ends at its time, and keeps the slots of the day', async () => {
  const id = await addBuyer('America/New_York', 5);
  await expect(reserveAt('2026-07-01T12:00:00-04:00')).resolves.toBe(true);
  await client.query("UPDATE buyers SET held_until = '2026-07-01T12:05:00-04:00'");
  await expect(reserveAt('2026-07-01T12:04:59-04:00')).resolves.toBe(false);
  await expect(recheckAt('2026-07-01T12:04:59-04:00')).resolves.toBe(0);
  await expect(recheckAt('2026-07-01T12:05:00-04:00')).resolves.toBe(1);
  await expect(buyerRow(id)).resolves.toMatchObject({ open: true, used: 1 });
});

/** Minutes since Monday 0:00. */
const sundayAt = (hour: number, minute = 0): number => (6 * 24 + hour) * 60 + minute;
const everyDay = Array.from({ length: 7 }, (_, day) => `[${(day * 24 + 9) * 60}, ${(day * 24 + 17) * 60})`);

describe('weekly hours change next', () => {
  test.each([
    // In New York, clocks go from 2:00 to 1:00 on November 1, 2026, a Sunday.
    [
      'when they begin, a day before clocks change',
      'America/New_York',
      everyDay,
      '2026-10-31T06:00-04:00',
      '2026-10-31T09:00-04:00',
    ],
    [
      'when they end, a day before clocks change',
      'America/New_York',
      everyDay,
      '2026-10-31T12:34-04:00',
      '2026-10-31T17:00-04:00',
    ],
    [
      'when clocks change, if that is before they begin',
      'America/New_York',
      everyDay,
      '2026-10-31T17:00-04:00',
      '2026-11-01T01:00-05:00',
    ],
    [
      'when they begin, after clocks have changed',
      'America/New_York',
      everyDay,
      '2026-11-01T01:00-05:00',
      '2026-11-01T09:00-05:00',
    ],
    [
      'when they end, more than a day before clocks change',
      'America/New_York',
      everyDay,
      '2026-10-30T12:00-04:00',
      '2026-10-30T17:00-04:00',
    ],
    [
      'at the first of two ends',
      'America/New_York',
      [`[0, ${sundayAt(1, 30)})`],
      '2026-10-31T12:00-04:00',
      '2026-11-01T01:30-04:00',
    ],
    // It goes from 2:00 to 3:00 on March 8.
    [
      'when clocks skip the beginning',
      'America/New_York',
      [`[${sundayAt(2, 30)}, ${sundayAt(5)})`],
      '2026-03-07T18:00-05:00',
      '2026-03-08T03:00-04:00',
    ],
    [
      'when clocks skip the beginning, days before',
      'America/New_York',
      [`[${sundayAt(2, 30)}, ${sundayAt(5)})`],
      '2026-03-05T12:00-05:00',
      '2026-03-08T03:00-04:00',
    ],
    // There, clocks go from 2:00 to 1:30 on April 5.
    [
      'at the first of two beginnings half an hour apart',
      'Australia/Lord_Howe',
      [`[${sundayAt(1, 40)}, ${sundayAt(1, 50)})`],
      '2026-04-05T00:00+11:00',
      '2026-04-05T01:40+11:00',
    ],
    [
      'at the second one after the first has ended',
      'Australia/Lord_Howe',
      [`[${sundayAt(1, 40)}, ${sundayAt(1, 50)})`],
      '2026-04-05T01:30+10:30',
      '2026-04-05T01:40+10:30',
    ],
  ])('%s (%s)', async (_name, timeZone, hours, now, next) => {
    const id = await addBuyer(timeZone, 5);
    await statements.setClock(now);
    await client.query('UPDATE buyers SET weekly_hours = $2::int4multirange WHERE id = $1', [
      id,
      `{${hours.join()}}`,
    ]);
    expect((await buyerRow(id))?.recheckAt).toEqual(new Date(next));
  });
});
