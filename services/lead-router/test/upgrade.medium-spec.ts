import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDataSource, runMigrations } from '@desk/service-kit';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import pg from 'pg';
import { database, migrations } from '../src/database/data-source.js';

let db: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  db = await createTestDatabase();
  client = new pg.Client({ connectionString: db.services['lead-router'].ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.drop();
});

test('migrates the leads of an existing database', async () => {
  const { ownerUrl: url } = db.services['lead-router'];
  const firstRelease = createDataSource({
    ...database,
    migrations: migrations.slice(0, 1),
    url,
    poolSize: 1,
  });
  await firstRelease.initialize();
  await firstRelease.runMigrations();
  await firstRelease.destroy();
  const [funnel, buyer, other, sold, waiting] = Array.from({ length: 5 }, () => randomUUID());
  const [charged, declined] = [randomUUID(), randomUUID()];
  await client.query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnel, 'Old funnel']);
  const addLead = (id: string | undefined, name: string, status: string, soldAt: string | null) =>
    client.query(
      `INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                          estimated_assets, purchase_timeline, lead_type, price, status, created_at, sold_at)
       VALUES ($1, $2, 'hash', $3, '+12125550123', 'ann@example.com', 'NY', '10001', '61-65', '$1M+', '0-3 months',
               'MYGA', 80, $4, '2026-03-01T10:00:00.000Z', $5)`,
      [id, funnel, name, status, soldAt],
    );
  await addLead(sold, 'Ánn Lee', 'sold', '2026-03-01T10:00:01.500Z');
  await addLead(waiting, 'Bob Lee', 'available', null);
  for (const id of [buyer, other])
    await client.query(
      "INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone) VALUES ($1, true, 25, 'UTC')",
      [id],
    );
  const open = randomUUID();
  for (const [id, leadId, buyerId, status] of [
    [declined, sold, other, 'declined'],
    [charged, sold, buyer, 'charged'],
    [randomUUID(), waiting, other, 'declined'],
    [open, waiting, buyer, 'open'],
  ])
    await client.query(
      `INSERT INTO lead_offers (id, lead_id, buyer_id, status, amount_cents, unit_day, unit_number, limit_in_force,
                                reserved_at) VALUES ($1, $2, $3, $4, 8000, '2026-03-01', 1, 25, now())`,
      [id, leadId, buyerId, status],
    );

  await runMigrations({ ...database, migrations, url });

  const { rows: list } = await client.query('SELECT * FROM sold_leads');
  expect(list).toEqual([
    {
      lead_id: sold,
      offer_id: charged,
      buyer_id: buyer,
      sold_at: new Date('2026-03-01T10:00:01.500Z'),
      delivered_at: null,
      deferred_at: null,
      seen_at: null,
      withheld_at: null,
      refund_id: null,
      refunded_at: null,
      failed_refunds: [],
      amount_cents: 8_000,
      follow_up: 'new',
      notes: '',
      version: 1,
      search: ' ann lee ann@example.com 12125550123 ny ',
      search_bytes: Buffer.from(' ann lee ann@example.com 12125550123 ny '),
    },
  ]);
  // A copy of the older release, still running, accepts a lead.
  await addLead(randomUUID(), 'Cy\tYoung', 'available', null);
  const { rows: search } = await client.query('SELECT name FROM lead_search ORDER BY name');
  expect(search).toEqual([{ name: ' ann lee ' }, { name: ' bob lee ' }, { name: ' cy young ' }]);
  // It declines an offer, too.
  const declinedBy = async () =>
    (
      await client.query<{ buyers: string[] }>('SELECT declined_by AS buyers FROM leads WHERE id = $1', [
        waiting,
      ])
    ).rows[0]?.buyers;
  await expect(declinedBy()).resolves.toEqual([other]);
  await client.query("UPDATE lead_offers SET status = 'declined' WHERE id = $1", [open]);
  await expect(declinedBy()).resolves.toEqual([buyer, other].toSorted());
});

test('a copy of the previous release sells and erases leads beside encrypted ones', async () => {
  const { rows: sold } = await client.query<{ lead_id: string; offer_id: string; buyer_id: string }>(
    'DELETE FROM sold_leads RETURNING lead_id, offer_id, buyer_id',
  );
  const { lead_id: leadId, offer_id: offerId, buyer_id: buyerId } = sold[0]!;
  await client.query(
    `INSERT INTO sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, search)
     VALUES ($1, $2, $3, now(), 8000, ' ann lee ')`,
    [leadId, offerId, buyerId],
  );
  const readBytes = async () =>
    (await client.query<{ search_bytes: Buffer }>('SELECT search_bytes FROM sold_leads')).rows[0]
      ?.search_bytes;
  expect(await readBytes()).toEqual(Buffer.from(' ann lee '));

  await client.query(
    "UPDATE lead_search SET name = NULL, text = NULL, tokens = '{1}', encrypted_text = '\\x01' WHERE lead_id = $1",
    [leadId],
  );
  await client.query("UPDATE sold_leads SET search = '', search_bytes = '\\x01'");
  expect(await readBytes()).toEqual(Buffer.of(1));

  await client.query("UPDATE lead_search SET name = ' removed ', text = ' removed ny ' WHERE lead_id = $1", [
    leadId,
  ]);
  await client.query("UPDATE sold_leads SET search = ' removed ny '");
  const { rows: erased } = await client.query(
    'SELECT name, text, tokens, encrypted_text FROM lead_search WHERE lead_id = $1',
    [leadId],
  );
  expect(erased).toEqual([{ name: ' removed ', text: ' removed ny ', tokens: null, encrypted_text: null }]);
  expect(await readBytes()).toEqual(Buffer.from(' removed ny '));
});
