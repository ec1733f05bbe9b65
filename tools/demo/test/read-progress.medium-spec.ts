import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { readProgress } from '../src/track-leads.js';

const services = ['accounts', 'billing', 'lead-router', 'notifier'] as const;
const root = join(import.meta.dirname, '..', '..', '..');
const [funnel, lead, buyer] = [randomUUID(), randomUUID(), randomUUID()];

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const service of services)
    await promisify(execFile)(process.execPath, [join(root, 'services', service, 'dist/migrate.js')], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database.services[service].ownerUrl },
    });
  pool = new pg.Pool({ connectionString: database.adminUrl });
  await pool.query('INSERT INTO leads.funnels (id, name) VALUES ($1, $2)', [funnel, 'Funnel']);
  await pool.query(
    `INSERT INTO leads.leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                              estimated_assets, purchase_timeline, lead_type, price)
     VALUES ($1, $2, '', 'Person', '+1', 'a@b.c', 'FL', '33101', '61-65', '$1M+', '0-3 months', 'MYGA', 80)`,
    [lead, funnel],
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('DELETE FROM leads.buyers');
  await pool.query(
    `INSERT INTO leads.buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 25, 'UTC')`,
    [buyer],
  );
  await pool.query(`UPDATE leads.provider_status SET is_available = true`);
  await pool.query(`UPDATE leads.leads SET declined_by = '{}'`);
});

const open = 'UPDATE leads.buyers SET card_usable = true';
const openFor = (state: string) => `UPDATE leads.buyers SET filter_states = '{${state}}', card_usable = true`;

it.each([
  ['no buyer is eligible', false, []],
  ['a buyer is eligible', true, [open]],
  ['a buyer is eligible whose filters match', true, [openFor('FL')]],
  ['a buyer is eligible whose filters do not match', false, [openFor('TX')]],
  [
    "the eligible buyer's card was declined",
    false,
    [open, `UPDATE leads.leads SET declined_by = '{${buyer}}'`],
  ],
  ['the card provider is down', false, [open, 'UPDATE leads.provider_status SET is_available = false']],
])('while %s, whether a lead can be taken is %s', async (_what, canBeTaken, statements) => {
  for (const statement of statements) await pool.query(statement);
  expect((await readProgress(pool, [lead])).get(lead)).toMatchObject({ status: 'available', canBeTaken });
});
