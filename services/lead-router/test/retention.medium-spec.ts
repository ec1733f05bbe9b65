import { randomUUID } from 'node:crypto';
import {
  exportSoldLeads,
  getLead,
  getSoldLead,
  holdPost,
  type Lead,
  listLeads,
  listSoldLeads,
  REMOVED,
  requestLeadFetches,
  updateDisposition,
} from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { eventually, runRetention, testDataKey } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ConsentRecordRepository } from '../src/retention/person.repository.js';
import { retentionRules } from '../src/retention/retention-rules.js';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

let router: Fixture;
let records: ConsentRecordRepository;

beforeAll(async () => {
  router = await startFixture();
  records = new ConsentRecordRepository(await router.openDataSource(), new DataCipher(testDataKey()));
});
afterAll(() => router.stop());
beforeEach(() => router.reset());

const consent = { tcpaText: 'I agree to be called.', ipAddress: '203.0.113.7' };
const extras = [{ name: 'utm_source', value: 'google' }];
const person = { fullName: 'Margaret Ellison', email: 'margaret@example.com', phone: '+15125550142' };
const apply = () => runRetention({ url: router.databaseUrl, schema: 'leads' }, retentionRules);
const makeOlder = (leadId: string, days: number) =>
  router.query(
    `WITH l AS (UPDATE leads SET created_at = created_at - make_interval(days => $2),
                                 sold_at = sold_at - make_interval(days => $2)
                 WHERE id = $1),
          s AS (UPDATE sold_leads SET sold_at = sold_at - make_interval(days => $2) WHERE lead_id = $1)
     UPDATE lead_search SET received_at = (SELECT created_at FROM leads WHERE id = $1) - make_interval(days => $2)
      WHERE lead_id = $1`,
    [leadId, days],
  );
/** Every text that the schema holds about leads. */
const readAll = async (...tables: string[]) => {
  const rows = await Promise.all(tables.map((table) => router.query(`SELECT t::text FROM ${table} t`)));
  return JSON.stringify(rows);
};
const personalTables = ['leads', 'lead_search', 'sold_leads', 'buyer_feed'];
const search = (text: string) =>
  router.client.send(listLeads, { status: null, search: text, order: 'newest', after: null, limit: 10 });

async function addExpired(days: number, lead: Partial<Lead> = person) {
  const { leadId } = await router.post(newLead({ ...lead, consent, extras, reference: 'click-77' }));
  await router.drain();
  await router.query("UPDATE leads SET status = 'expired' WHERE id = $1", [leadId]);
  await makeOlder(leadId, days);
  return leadId;
}

async function addSold(days: number) {
  const buyerId = await router.addBuyer();
  const { lead_id: leadId } = await router.sell({ ...person, consent, extras });
  await router.client.send(updateDisposition, {
    buyerId,
    leadId,
    version: 1,
    notes: 'Margaret likes mornings',
    remindAt: '2099-03-31T15:00',
  });
  await makeOlder(leadId, days);
  return { buyerId, leadId };
}

test('keeps the contact data of an unsold lead for 30 days', async () => {
  const leadId = await addExpired(29);
  await apply();
  expect(await router.client.send(getLead, { leadId })).toMatchObject({ ...person, consent, extras });
});

test('removes the contact data of an unsold lead after 30 days, and keeps proof of consent', async () => {
  const leadId = await addExpired(31);
  await apply();

  expect(await router.client.send(getLead, { leadId })).toMatchObject({
    fullName: REMOVED,
    email: REMOVED,
    phone: REMOVED,
    zipCode: REMOVED,
    state: 'FL',
    status: 'expired',
    consent: null,
    extras: null,
    reference: null,
  });
  const stored = await readAll(...personalTables);
  for (const text of ['argaret', '5125550142', '203.0.113.7', 'click-77', ',33101,'])
    expect(stored).not.toContain(text);
  const record = { lead_id: leadId, full_name: person.fullName, phone: person.phone, consent };
  expect(await records.find({ phone: person.phone })).toMatchObject([record]);
  expect(await records.find({ email: person.email })).toMatchObject([record]);
  expect(await records.find({ email: 'other@example.com', phone: '+15125550143' })).toEqual([]);
});

test('anonymizes a lead that cannot be read, too, and keeps its record of consent', async () => {
  const unreadableId = await addExpired(32);
  const leadId = await addExpired(31, {});
  await router.query('UPDATE leads SET email = phone WHERE id = $1', [unreadableId]);
  await apply();
  expect(await router.query('SELECT 1 FROM leads WHERE contact_removed_at IS NULL')).toEqual([]);
  const kept = await router.query(`SELECT lead_id, phone_digest <> '' AS "isFound" FROM consent_records`);
  expect(kept).toHaveLength(2);
  expect(kept).toContainEqual({ lead_id: unreadableId, isFound: false });
  expect(kept).toContainEqual({ lead_id: leadId, isFound: true });
});

test('keeps a lead without contact data in the lists of all leads, found by its state', async () => {
  const leadId = await addExpired(31);
  await apply();
  expect((await search('FL')).leads).toMatchObject([{ id: leadId, fullName: REMOVED }]);
  expect((await search('Margaret')).leads).toEqual([]);
  expect((await search('512 555 0142')).leads).toEqual([]);
});

test("keeps the contact data of a sold lead for two years, and removes it from its buyer's pages afterwards", async () => {
  const { buyerId, leadId } = await addSold(729);
  await apply();
  const filters = { buyerId, search: null, days: null };
  const list = () => router.client.send(listSoldLeads, { ...filters, page: 1, pageSize: 10 });
  expect((await list()).leads).toMatchObject([person]);

  await makeOlder(leadId, 2);
  await apply();
  expect(await list()).toMatchObject({
    total: 1,
    leads: [{ fullName: REMOVED, phone: REMOVED, state: 'FL' }],
  });
  expect(await router.client.send(getSoldLead, { buyerId, leadId })).toMatchObject({
    email: REMOVED,
    consent: null,
    extras: null,
    notes: '',
    remindAt: null,
    version: 3,
  });
  const exported = await router.client.send(exportSoldLeads, { ...filters, after: null, limit: 10 });
  expect(exported.leads).toMatchObject([{ fullName: REMOVED, notes: '' }]);
  expect(await readAll(...personalTables)).not.toContain('argaret');
});

test('rejects notes written before the contact data was removed', async () => {
  const { buyerId, leadId } = await addSold(731);
  await apply();
  const late = router.client.send(updateDisposition, { buyerId, leadId, version: 2, notes: 'Call Margaret' });
  await expect(late).rejects.toMatchObject({ code: 'LEAD_CHANGED' });
});

test('removes a consent record after five years, without touching the lead', async () => {
  const leadId = await addExpired(31);
  await apply();
  await router.query("UPDATE consent_records SET given_at = now() - interval '1826 days'");
  await apply();
  expect(await router.query('SELECT 1 FROM consent_records')).toHaveLength(1);
  await router.query("UPDATE consent_records SET given_at = now() - interval '1828 days'");
  await apply();
  expect(await router.query('SELECT 1 FROM consent_records')).toHaveLength(0);
  expect(await router.client.send(getLead, { leadId })).toMatchObject({ status: 'expired' });
});

test('removes fingerprints that no longer find duplicates, but not suppressed ones', async () => {
  const old = newLead();
  const suppressed = newLead();
  const young = newLead();
  const oldId = (await router.post(old)).leadId;
  const suppressedId = (await router.post(suppressed)).leadId;
  const youngId = (await router.post(young)).leadId;
  await router.query(
    `UPDATE lead_fingerprints SET seen_at = now() - interval '31 days' WHERE lead_id IN ($1, $2)`,
    [oldId, suppressedId],
  );
  await router.query(
    "UPDATE lead_fingerprints SET suppressed_until = now() + interval '1 day' WHERE lead_id = $1",
    [suppressedId],
  );
  await apply();
  const left = await router.query<{ lead_id: string }>('SELECT lead_id FROM lead_fingerprints');
  expect(new Set(left.map(({ lead_id: id }) => id))).toEqual(new Set([suppressedId, youngId]));
  await expect(router.post({ ...suppressed, fullName: 'Posted again' })).rejects.toMatchObject({
    code: 'DUPLICATE_LEAD',
  });
  expect(await router.post(old)).toMatchObject({ replayed: false });
});

test('skips leads that are locked, and finishes when two copies run at once', async () => {
  const ids = await router.query<{ id: string }>(
    `INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                        estimated_assets, purchase_timeline, lead_type, price, status, created_at)
     SELECT gen_random_uuid(), $1, 'hash', 'Ann Lee', '+12125550123', 'ann@example.com', 'NY', '10001', '61-65',
            '$1M+', '0-3 months', 'MYGA', 80, 'expired', now() - interval '40 days'
       FROM generate_series(1, 1201) RETURNING id`,
    [router.funnelId],
  );
  const release = await router.lockLead(ids[0]?.id ?? '');
  await Promise.all([apply(), apply()]);
  const left = await router.query<{ id: string }>('SELECT id FROM leads WHERE contact_removed_at IS NULL');
  expect(left).toEqual([ids[0]]);
  await release();
  await apply();
  expect(await router.query('SELECT 1 FROM leads WHERE contact_removed_at IS NULL')).toEqual([]);
});

test('locks sales in the order of their leads, as a change of many statuses does', async () => {
  await router.addBuyer();
  const sold = [(await router.sell()).lead_id, (await router.sell()).lead_id];
  const [first = '', second = ''] = sold.toSorted();
  await makeOlder(second, 732);
  await makeOlder(first, 731);
  const release = await router.lockSale(first);
  const removal = apply();
  try {
    await eventually(async () => (await router.countLockWaiters()) > 0);
    const lockSecond = 'SELECT 1 FROM sold_leads WHERE lead_id = $1 FOR UPDATE NOWAIT';
    expect(await router.query(lockSecond, [second])).toHaveLength(1);
  } finally {
    await release();
    await removal;
  }
  expect(await router.query('SELECT 1 FROM leads WHERE contact_removed_at IS NULL')).toEqual([]);
});

test('removes held posts after three days', async () => {
  const request = { tool: null, contentType: '', query: '', idempotencyKey: null };
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids)
    await router.client.send(holdPost, {
      id,
      funnelId: router.funnelId,
      reason: 'invalid',
      detail: 'Some fields are not valid.',
      faults: [],
      request: { ...request, body: Buffer.from(id).toString('base64') },
    });
  await router.query("UPDATE held_posts SET held_at = now() - interval '73 hours' WHERE id = $1", [ids[0]]);
  await apply();
  expect(await router.query('SELECT id FROM held_posts')).toEqual([{ id: ids[1] }]);
});

test('removes refused posts after as many days as the contact of unsold leads', async () => {
  await router.query(
    `INSERT INTO refused_posts (funnel_id, refused_at, reason, fields)
     SELECT $1, now() - days * interval '1 day', 'invalid', '{email}' FROM unnest('{29, 31}'::int[]) days`,
    [router.funnelId],
  );
  await apply();
  expect(
    await router.query("SELECT refused_at > now() - interval '30 days' AS recent FROM refused_posts"),
  ).toEqual([{ recent: true }]);
});

test('removes the ids of fetched leads once the platform no longer lists them', async () => {
  const ids = ['123123123123', '456456456456'];
  await router.client.send(requestLeadFetches, { funnelId: router.funnelId, externalIds: ids });
  await router.query(
    "UPDATE lead_fetches SET notified_at = now() - interval '121 days' WHERE external_id = $1",
    [ids[0]],
  );
  await apply();
  expect(await router.query('SELECT external_id AS id FROM lead_fetches')).toEqual([{ id: ids[1] }]);
});
