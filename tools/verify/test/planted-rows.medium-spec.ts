import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import pg from 'pg';
import { invariants } from '../src/invariants.js';

/** Plants rows that violate one invariant, and expects it, and no other one, to find them. */
const services = ['accounts', 'billing', 'lead-router', 'notifier'] as const;
const root = join(import.meta.dirname, '..', '..', '..');
const [lead, buyer, offer] = [randomUUID(), randomUUID(), randomUUID()] as const;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const service of services)
    await promisify(execFile)(process.execPath, [join(root, 'services', service, 'dist/migrate.js')], {
      env: { PATH: process.env['PATH'], DATABASE_URL: database.services[service].ownerUrl },
    });
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  await client.query('BEGIN');
  const funnel = randomUUID();
  await client.query('INSERT INTO leads.funnels (id, name) VALUES ($1, $2)', [funnel, 'Funnel']);
  await client.query(
    `INSERT INTO leads.leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                              estimated_assets, purchase_timeline, lead_type, price)
     VALUES ($1, $2, '', 'Person', '+1', 'a@b.c', 'FL', '33101', '61-65', '$1M+', '0-3 months', 'MYGA', 80)`,
    [lead, funnel],
  );
  await client.query(
    `INSERT INTO leads.buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 25, 'UTC')`,
    [buyer],
  );
  await client.query(
    `INSERT INTO leads.buyer_changes (buyer_id, at, service_enabled, daily_lead_limit)
     VALUES ($1, now() - interval '1 day', true, 25)`,
    [buyer],
  );
});
afterEach(() => client.query('ROLLBACK'));

async function findViolated(): Promise<string[]> {
  const violated: string[] = [];
  for (const { name, sql, needsAcknowledged } of invariants) {
    const { rows } = await client.query(sql, needsAcknowledged === true ? [[lead]] : []);
    if (rows.length > 0) violated.push(name);
  }
  return violated;
}

const insertOffer = (id: string, status: string, minutesAgo: number): string =>
  `INSERT INTO leads.lead_offers (id, lead_id, buyer_id, status, amount_cents, unit_day, unit_number, limit_in_force,
                                  reserved_at)
   VALUES ('${id}', '${lead}', '${buyer}', '${status}', 8000, current_date, 1, 25,
           now() - interval '${minutesAgo} minutes')`;
const exclude = `UPDATE leads.leads SET declined_by = '{${buyer}}'`;
const providerAway = (schema: string): string =>
  `UPDATE ${schema}.provider_status SET is_available = false, version = version + 1`;
const open = 'UPDATE leads.buyers SET is_open = true';

it('finds nothing before rows are planted', async () => {
  await expect(findViolated()).resolves.toEqual([]);
});

it.each<[invariant: string, rows: string, planted: string[]]>([
  ['only-declines-exclude', 'an exclusion without an offer', [exclude]],
  ['only-declines-exclude', 'an exclusion after a release', [insertOffer(offer, 'released', 5), exclude]],
  ['only-declines-exclude', 'a decline that does not exclude', [insertOffer(offer, 'declined', 5)]],
  [
    'only-declines-exclude',
    'an offer after a decline',
    [insertOffer(offer, 'declined', 5), exclude, insertOffer(randomUUID(), 'released', 1)],
  ],
  ['takeable-leads-reserved', 'a waiting lead and an eligible buyer', [open]],
  ['provider-status-agrees', 'a status that was not announced', [providerAway('billing')]],
])('%s finds %s', async (invariant, _rows, planted) => {
  for (const sql of planted) await client.query(sql);
  await expect(findViolated()).resolves.toEqual([invariant]);
});

it.each<[rows: string, planted: string[]]>([
  ['a release and another offer', [insertOffer(offer, 'released', 5)]],
  ['leads that wait for the card provider', [open, providerAway('billing'), providerAway('leads')]],
  ['a decline that excludes an eligible buyer', [insertOffer(offer, 'declined', 5), exclude, open]],
])('finds nothing wrong with %s', async (_rows, planted) => {
  for (const sql of planted) await client.query(sql);
  await expect(findViolated()).resolves.toEqual([]);
});
