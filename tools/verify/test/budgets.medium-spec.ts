import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { filterInvariants } from '../src/filter-invariants.js';
import { countRowsRead } from './plan-reads.js';
import { PlantedDatabase } from './planted-database.js';
import { buyer, lead } from './sale-rows.js';

interface PlantedOffer {
  /** A time of day makes it unique. */
  readonly at: string;
  readonly cents?: number;
  readonly status?: string;
  readonly buyerId?: string;
}

const DATE_LENGTH = 10;
const sql = filterInvariants.find(({ name }) => name === 'sold-within-filters')?.sql ?? '';

let database: PlantedDatabase;

beforeAll(async () => {
  database = await PlantedDatabase.create();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.begin();
  // Lets several offers be for the same lead.
  await database.plant(['DROP INDEX leads.lead_offers_exclusive']);
});
afterEach(() => database.rollBack());

const setBudgets = (
  at: string,
  { weekly, monthly }: { readonly weekly?: number; readonly monthly?: number },
  buyerId = buyer,
): Promise<unknown> =>
  database.client.query(
    `INSERT INTO leads.buyer_filter_changes (buyer_id, at, time_zone, states, lead_types, asset_bands, age_ranges,
                                             weekly_budget_cents, monthly_budget_cents)
     VALUES ($1, $2, 'UTC', '{}', '{}', '{}', '{}', $3, $4)`,
    [buyerId, at, weekly, monthly],
  );

async function insertOffer({ at, cents = 8_000, status = 'charged', buyerId = buyer }: PlantedOffer) {
  await database.client.query(
    `INSERT INTO leads.lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force,
                                    reserved_at)
     VALUES ($1, $2, $3, $4, $5, $6::timestamptz::date, 1, 25, $6)`,
    [randomUUID(), lead, buyerId, status, cents, at],
  );
}

/** Returns the times of the offers that are reported, with the fault. */
async function findFaults(): Promise<string[]> {
  const { rows } = await database.client.query<{ at: Date; fault: string }>(
    `SELECT o.reserved_at AS at, f.fault FROM (${sql}) f JOIN leads.lead_offers o ON o.id = f.offer ORDER BY 1, 2`,
  );
  return rows.map(({ at, fault }) => `${at.toISOString().slice(0, DATE_LENGTH)} ${fault}`);
}

describe('budgets', () => {
  it('are exceeded by the first offer above them, and by each that follows in the week or month', async () => {
    await setBudgets('2026-01-01', { weekly: 16_000, monthly: 30_000 });
    // March 2 is a Monday.
    for (const day of ['02', '03', '08', '09', '10']) await insertOffer({ at: `2026-03-${day}T12:00:00Z` });
    expect(await findFaults()).toEqual([
      '2026-03-08 over the weekly budget',
      '2026-03-09 over the monthly budget',
      '2026-03-10 over the monthly budget',
    ]);
  });

  it('count open and charged offers of the same buyer', async () => {
    await setBudgets('2026-01-01', { weekly: 16_000 });
    await insertOffer({ at: '2026-03-02T08:00:00Z', status: 'declined' });
    await insertOffer({ at: '2026-03-02T09:00:00Z', status: 'released' });
    const other = randomUUID();
    await database.client.query(
      `INSERT INTO leads.buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 25, 'UTC')`,
      [other],
    );
    await insertOffer({ at: '2026-03-02T11:00:00Z', buyerId: other });
    await insertOffer({ at: '2026-03-02T12:00:00Z', status: 'open' });
    await insertOffer({ at: '2026-03-03T12:00:00Z' });
    expect(await findFaults()).toEqual([]);
    await insertOffer({ at: '2026-03-04T12:00:00Z', cents: 1 });
    expect(await findFaults()).toEqual(['2026-03-04 over the weekly budget']);
  });

  it('apply from the moment they are set, and count what was spent before', async () => {
    await setBudgets('2026-01-01', {});
    await insertOffer({ at: '2026-03-02T12:00:00Z' });
    await insertOffer({ at: '2026-03-03T12:00:00Z' });
    await setBudgets('2026-03-04', { monthly: 17_000 });
    await insertOffer({ at: '2026-03-05T12:00:00Z' });
    expect(await findFaults()).toEqual(['2026-03-05 over the monthly budget']);
  });
});

describe('reading', () => {
  const COUNT = 1_000;
  const insertOffers = (buyerId: string): Promise<unknown> =>
    database.client.query(
      `INSERT INTO leads.lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force,
                                      reserved_at)
       SELECT gen_random_uuid(), $1, $2, 'charged', 8000, '2026-03-02', n, 25,
              '2026-03-02'::timestamptz + n * interval '1 second'
         FROM generate_series(1, ${COUNT}) n`,
      [lead, buyerId],
    );

  it.each([
    ['grows with the number of offers, not with its square', { weekly: 16_000, monthly: 30_000 }, 2 * COUNT],
    ['adds up nothing for a buyer without a budget', {}, COUNT + 1],
  ])('%s', async (_title, budgets, expected) => {
    await setBudgets('2026-01-01', budgets);
    await insertOffers(buyer);
    await database.client.query('ANALYZE leads.lead_offers, leads.buyer_filter_changes');
    expect(await countRowsRead(database.client, sql, 'lead_offers')).toBeLessThanOrEqual(expected);
  });
});
