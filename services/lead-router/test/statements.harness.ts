import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServiceDatabase } from '@desk/testing';
import pg from 'pg';
import { database, migrations } from '../src/database/data-source.js';

export interface StatementsHarness {
  readonly client: pg.Client;
  readonly funnelId: string;
  /** Sets the clock of the eligibility rules. */
  readonly setClock: (time: string) => Promise<void>;
  readonly stop: () => Promise<void>;
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

/** Changes the SQL functions of a file, to plant a bug. */
export type Mutate = (sql: string) => string;

/** Replaces the functions that `mutate` changes. */
export async function plant(query: (sql: string) => Promise<unknown>, mutate: Mutate): Promise<void> {
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
  return {
    client,
    funnelId,
    setClock,
    stop: async () => {
      await client.end();
      await db.drop();
    },
  };
}
