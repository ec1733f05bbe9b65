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
