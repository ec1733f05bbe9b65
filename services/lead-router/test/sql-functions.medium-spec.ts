import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServiceDatabase, type TestDatabase } from '@desk/testing';
import { runMigrations } from '@desk/service-kit';
import pg from 'pg';
import { database, migrations } from '../src/database/data-source.js';

let db: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  db = await createServiceDatabase('lead-router', { ...database, migrations });
  client = new pg.Client({ connectionString: db.adminUrl, options: '-c search_path=leads' });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

const FUNCTION = /CREATE OR REPLACE FUNCTION (\w+)\([\s\S]*?AS \$\$([\s\S]*?)\$\$;/g;

const inFiles = (): (readonly [name: string, body: string])[] =>
  database.functions.files
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(FUNCTION)])
    .map(([, name = '', body = '']) => [name, body] as const)
    .toSorted();

async function inDatabase(): Promise<(readonly [name: string, body: string])[]> {
  const names = inFiles().map(([name]) => name);
  const { rows } = await client.query<{ name: string; body: string }>(
    "SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'leads'::regnamespace AND proname = ANY ($1)",
    [names],
  );
  return rows.map(({ name, body }) => [name, body] as const).toSorted();
}

test('the database has the functions of the files, each once', async () => {
  expect(inFiles().length).toBeGreaterThan(50);
  expect(await inDatabase()).toEqual(inFiles());
});

test('the migration step restores functions and constants that were changed', async () => {
  await client.query(
    "CREATE OR REPLACE FUNCTION lead_price_cents() RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT 1'",
  );
  await client.query(
    "CREATE OR REPLACE FUNCTION week_of(day date) RETURNS date IMMUTABLE LANGUAGE sql AS 'SELECT day'",
  );
  await runMigrations({ ...database, migrations, url: db.services['lead-router'].ownerUrl });
  expect(await inDatabase()).toEqual(inFiles());
  const { rows } = await client.query('SELECT lead_price_cents() AS price');
  expect(rows).toEqual([{ price: database.functions.constants['lead_price_cents'] }]);
});
