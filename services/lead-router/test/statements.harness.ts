import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServiceDatabase } from '@desk/testing';
import fc from 'fast-check';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { database, migrations } from '../src/database/data-source.js';

export interface StatementsHarness {
  readonly client: pg.Client;
  /** For repositories: executes one statement after the other on the same connection, as in one transaction. */
  readonly dataSource: DataSource;
  readonly funnelId: string;
  /** Sets the clock of the eligibility rules. */
  readonly setClock: (time: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Newfoundland and India are off by half an hour; India has no daylight saving time. */
export const timeZones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'Asia/Kolkata',
] as const;

const WEEK_MINUTES = 7 * 24 * 60;

/** Instants within a week of the days in 2026 on which clocks in North America change. */
export const aroundClockChanges = fc
  .record({
    change: fc.constantFrom('2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'),
    minutes: fc.integer({ min: -WEEK_MINUTES, max: WEEK_MINUTES }),
  })
  .map(({ change, minutes }) => new Date(Date.parse(change) + minutes * 60_000));

/** Periods in which clocks change, or which begin or end on such a day. */
export const periods = fc.constantFrom(
  ['2026-03-08', '2026-03-08'] as const,
  ['2026-03-01', '2026-11-01'] as const,
  ['2026-10-31', '2026-11-02'] as const,
);

interface NewLead {
  readonly id?: string;
  readonly state?: string;
  readonly leadType?: string;
  readonly ageRange?: string;
  readonly estimatedAssets?: string;
}

/** Inserts a lead that waits for a buyer, and returns its id. */
export async function insertLead(
  query: (sql: string, values: unknown[]) => Promise<unknown>,
  funnelId: string,
  {
    id = randomUUID(),
    state = 'FL',
    leadType = 'MYGA',
    ageRange = '61-65',
    estimatedAssets = '$1M+',
  }: NewLead = {},
): Promise<string> {
  await query(
    `INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                        estimated_assets, purchase_timeline, lead_type, price)
     VALUES ($1, $2, '', 'Person', '+1', 'a@b.c', $3, '33101', $4, $5, '0-3 months', $6, 80)`,
    [id, funnelId, state, ageRange, estimatedAssets, leadType],
  );
  return id;
}

/** Whether a new lead is reserved for a buyer at that time. */
export async function reserveLeadAt(
  { client, funnelId, setClock }: StatementsHarness,
  time: string,
): Promise<boolean> {
  await setClock(time);
  const leadId = await insertLead((sql, values) => client.query(sql, values), funnelId);
  const { rows } = await client.query<{ result: string }>('SELECT * FROM reserve_lead($1, $2, false)', [
    leadId,
    randomUUID(),
  ]);
  return rows[0]?.result === 'reserved';
}

/** Returns how many buyers the sweep finds due at that time. */
export async function recheckBuyersAt(
  { client, setClock }: StatementsHarness,
  time: string,
): Promise<number> {
  await setClock(time);
  return (await client.query('SELECT * FROM recheck_due_buyers(10)')).rowCount ?? 0;
}

interface NewSale {
  readonly buyerId: string;
  readonly soldAt?: Date;
  readonly cents?: number;
  readonly state?: string;
  readonly leadType?: string;
  readonly ageRange?: string;
  readonly assetBand?: string;
}

/** Inserts a lead that was sold to the buyer, and returns its id. */
export async function insertSale(
  { client, funnelId }: Pick<StatementsHarness, 'client' | 'funnelId'>,
  sale: NewSale,
): Promise<string> {
  const { buyerId, soldAt = new Date(), cents = 8_000, state = 'FL', leadType = 'MYGA' } = sale;
  const { ageRange = '61-65', assetBand = '$1M+' } = sale;
  const [leadId, offerId] = [randomUUID(), randomUUID()];
  await client.query(
    `WITH lead AS (
       INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range, estimated_assets,
                          purchase_timeline, lead_type, price, status, sold_at)
       VALUES ($1, $2, '', 'Person', '+1', 'a@b.c', $3, '33101', $4, $5, '0-3 months', $6, 80, 'sold', $7)),
     offer AS (
       INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force, reserved_at)
       VALUES ($8, $1, $9, 'charged', $10, $7::timestamptz::date, 1, 1000, $7))
     INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, state, age_range, estimated_assets,
                             lead_type, hashes)
     VALUES ($1, $8, $9, $7, $10, $3, $4, $5, $6, '{}')`,
    [leadId, funnelId, state, ageRange, assetBand, leadType, soldAt, offerId, buyerId, cents],
  );
  return leadId;
}

/** Changes the SQL functions of a file: builds in a bug. */
export type Mutate = (sql: string) => string;

/** Replaces the functions that `mutate` changes. */
export async function replaceFunctions(
  query: (sql: string) => Promise<unknown>,
  mutate: Mutate,
): Promise<void> {
  for (const file of database.functions.files) {
    const sql = readFileSync(file, 'utf8');
    const mutated = mutate(sql);
    if (mutated !== sql) await query(mutated);
  }
}

/** A database for tests that execute the service's SQL functions at times they choose. No service runs. */
export async function startStatements(): Promise<StatementsHarness> {
  const db = await createServiceDatabase('lead-router', { ...database, migrations });
  const client = new pg.Client({ connectionString: db.adminUrl, options: '-c search_path=leads' });
  await client.connect();
  await client.query(
    `CREATE OR REPLACE FUNCTION eligibility_now() RETURNS timestamptz LANGUAGE sql
     AS $$ SELECT current_setting('test.now')::timestamptz $$`,
  );
  const setClock = async (time: string): Promise<void> => {
    await client.query("SELECT set_config('test.now', $1, false)", [time]);
  };
  await setClock(new Date().toISOString());
  const funnelId = randomUUID();
  await client.query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnelId, 'Test funnel']);
  let last: Promise<unknown> = Promise.resolve();
  const query = (sql: string, values?: unknown[]) => {
    const result = last.then(async () => {
      const { command, rows, rowCount } = await client.query<object>(sql, values);
      return command === 'UPDATE' ? [rows, rowCount] : rows;
    });
    last = result.catch(() => undefined);
    return result;
  };
  return {
    client,
    dataSource: { query } as unknown as DataSource,
    funnelId,
    setClock,
    stop: async () => {
      await client.end();
      await db.drop();
    },
  };
}
