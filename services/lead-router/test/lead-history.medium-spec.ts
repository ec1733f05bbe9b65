import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  getLead,
  getLeadStatistics,
  listLeads,
  type RequestOf,
  searchLeadIds,
  setService,
} from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { eventually, testDataKey } from '@desk/testing';
import { LeadIndex } from '../src/search/lead-index.js';
import { newLead } from './lead-router.harness.js';
import { byBuyer, type Offer, startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;
let buyer: string;
let nextBuyer: string;
let sold: Offer;
let reserved: Offer;
const ids: string[] = [];

const list = (overrides: Partial<RequestOf<typeof listLeads>> = {}) =>
  fixture.client.send(listLeads, {
    status: null,
    search: null,
    order: 'newest',
    after: null,
    limit: 50,
    ...overrides,
  });
const listNames = async (overrides: Partial<RequestOf<typeof listLeads>>) =>
  (await list(overrides)).leads.map(({ fullName }) => fullName);
const searchIds = async (text: string, limit = 10) =>
  (await fixture.client.send(searchLeadIds, { text, limit })).leadIds.map((id) => ids.indexOf(id));

beforeAll(async () => {
  fixture = await startFixture();
  buyer = await fixture.addBuyer();
  sold = await fixture.sell({
    fullName: 'Ann Lee',
    email: 'lee@example.com',
    phone: '+12125550123',
    state: 'NY',
  });
  const post = async (fullName: string) => (await fixture.post(newLead({ fullName }))).leadId;
  const first = await fixture.waitForOffer(await post('Bob Lee'));
  nextBuyer = await fixture.addBuyer();
  await fixture.decline(first);
  reserved = await eventually(async () => {
    const offer = await fixture.waitForOffer(first.lead_id);
    return offer.buyer_id === nextBuyer ? offer : false;
  });
  await fixture.client.send(setService, { ...byBuyer(nextBuyer), serviceEnabled: false });
  const waiting = await post('Cy Young');
  const old = await post('Di Old');
  await fixture.drain();
  await fixture.query("UPDATE leads SET status = 'expired' WHERE id = $1", [old]);
  ids.push(sold.lead_id, reserved.lead_id, waiting, old);
});
afterAll(() => fixture.stop());

test("lists one buyer's leads, page by page, in both orders", async () => {
  const [{ count } = { count: 0 }] = await fixture.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM lead_offers WHERE buyer_id = $1 AND status IN ('open', 'charged')",
    [buyer],
  );
  expect(count).toBeGreaterThan(0);
  for (const order of ['newest', 'oldest'] as const) {
    const seen: string[] = [];
    let after: RequestOf<typeof listLeads>['after'] = null;
    do {
      const page = await list({ buyerId: buyer, order, after, limit: 1 });
      seen.push(...page.leads.map(({ buyerId }) => buyerId ?? 'nobody'));
      after = page.next;
    } while (after);
    expect(seen).toEqual(Array.from({ length: count }, () => buyer));
  }
  expect((await list({ buyerId: buyer, status: 'expired' })).leads).toEqual([]);
  expect((await list({ buyerId: randomUUID() })).leads).toEqual([]);
});

describe('lead history', () => {
  test('lists all leads in either order, with the current buyer', async () => {
    const { leads, next } = await list();
    expect(leads.map(({ id }) => ids.indexOf(id))).toEqual([3, 2, 1, 0]);
    expect(next).toBeNull();
    expect(leads[3]).toMatchObject({
      fullName: 'Ann Lee',
      status: 'sold',
      buyerId: buyer,
      funnelName: 'Test funnel',
      offersMade: 1,
      deliveredAt: null,
    });
    expect(leads[2]).toMatchObject({ status: 'reserved', buyerId: nextBuyer, offersMade: 2, soldAt: null });
    expect(leads[1]).toMatchObject({ status: 'available', buyerId: null });
    await expect(listNames({ order: 'oldest' })).resolves.toEqual([
      'Ann Lee',
      'Bob Lee',
      'Cy Young',
      'Di Old',
    ]);
  });

  test.each([
    ['sold', ['Ann Lee']],
    ['reserved', ['Bob Lee']],
    ['available', ['Cy Young']],
    ['expired', ['Di Old']],
  ] as const)('filters by status %s', async (status, expected) => {
    await expect(listNames({ status })).resolves.toEqual(expected);
  });

  test.each([
    ['newest', null],
    ['oldest', null],
    ['newest', 'lee'],
    ['oldest', 'lee'],
  ] as const)('pages through the list, %s first, with search %j', async (order, search) => {
    const whole = await list({ order, search });
    const seen: string[] = [];
    let after: RequestOf<typeof listLeads>['after'] = null;
    do {
      const page = await list({ order, search, after, limit: 1 });
      expect(page.leads).toHaveLength(1);
      seen.push(...page.leads.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(seen).toEqual(whole.leads.map(({ id }) => id));
  });

  test.each([
    ['lee', ['Bob Lee', 'Ann Lee']],
    ['ann lee', ['Ann Lee']],
    ['(212) 555-0123', ['Ann Lee']],
    ['ny', ['Ann Lee']],
    ['florida', ['Di Old', 'Cy Young', 'Bob Lee']],
    ['cy', ['Cy Young']],
    ['nobody', []],
  ])('searches for %j', async (search, expected) => {
    await expect(listNames({ search })).resolves.toEqual(expected);
  });

  test('filters by funnel, state, type and day, and counts what is left', async () => {
    const [day] = await fixture.query<{ today: string }>('SELECT report_day(now())::text AS today');
    const today = day?.today ?? '';
    const left = {
      from: today,
      to: today,
      funnelId: fixture.funnelId,
      state: 'FL',
      leadType: 'Indexed',
    } as const;
    expect(await list({ ...left, status: 'unsold' })).toMatchObject({
      leads: [{ fullName: 'Di Old' }, { fullName: 'Cy Young' }, { fullName: 'Bob Lee' }],
      total: 3,
    });
    for (const other of [{ funnelId: randomUUID() }, { state: 'NY' }, { leadType: 'Fixed' }] as const)
      expect(await list({ ...left, status: 'unsold', ...other })).toMatchObject({ leads: [], total: 0 });
    for (const days of [{ from: '2099-12-31', to: '2099-12-31' }, { to: '2000-01-01' }])
      expect(await list({ ...left, ...days })).toMatchObject({ leads: [], total: 0 });
    expect(await list({ status: 'refunded' })).toMatchObject({ leads: [], total: 0 });
    expect(await list({ limit: 1 })).toMatchObject({ total: 4 });
    expect(await list({ search: 'lee' })).toMatchObject({ total: null });
    expect(await list({ buyerId: buyer, search: 'nobody' })).toMatchObject({ total: 1 });
  });

  test('combines search and status', async () => {
    await expect(listNames({ status: 'sold', search: 'lee' })).resolves.toEqual(['Ann Lee']);
    await expect(listNames({ status: 'available', search: 'lee' })).resolves.toEqual([]);
  });
});

describe('a lead', () => {
  test('is returned with all its offers', async () => {
    const lead = await fixture.client.send(getLead, { leadId: reserved.lead_id });
    expect(lead).toMatchObject({ fullName: 'Bob Lee', zipCode: '33101', reference: null, consent: null });
    expect(lead.offers).toMatchObject([
      { buyerId: buyer, status: 'declined', declineCode: 'card_declined', amountCents: 8_000 },
      {
        id: reserved.id,
        buyerId: nextBuyer,
        status: 'open',
        closedAt: null,
        declineCode: null,
        limitInForce: 25,
      },
    ]);
  });

  test('is not found if it does not exist', async () => {
    await expect(fixture.client.send(getLead, { leadId: randomUUID() })).rejects.toMatchObject({
      code: 'LEAD_NOT_FOUND',
    });
  });
});

test('the id search finds leads by name only', async () => {
  await expect(searchIds('lee')).resolves.toEqual([1, 0]);
  await expect(searchIds('LEE', 1)).resolves.toEqual([1]);
  await expect(searchIds('an lee')).resolves.toEqual([0]);
  await expect(searchIds('di')).resolves.toEqual([3]);
  await expect(searchIds('example')).resolves.toEqual([]);
  await expect(searchIds('%')).resolves.toEqual([]);
});

test('statistics measure the time from receipt to delivery of delivered leads', async () => {
  await expect(fixture.client.send(getLeadStatistics, {})).resolves.toEqual({
    leads: 0,
    medianMs: null,
    p95Ms: null,
  });
  const { receivedAt } = await fixture.client.send(getLead, { leadId: sold.lead_id });
  await fixture.reportDelivered(sold, new Date(new Date(receivedAt).getTime() + 412));
  await eventually(async () => (await fixture.client.send(getLeadStatistics, {})).leads === 1);
  await expect(fixture.client.send(getLeadStatistics, {})).resolves.toEqual({
    leads: 1,
    medianMs: 412,
    p95Ms: 412,
  });
});

const index = new LeadIndex(new DataCipher(testDataKey()));
const hashesOf = (fullName: string): string[] =>
  index.toStored({ fullName, phone: '+13105550123', email: 'somebody@example.com', state: 'CA' });

describe('among thousands of other leads', () => {
  beforeAll(async () => {
    // 3,000 older and 3,000 newer leads, analyzed: enough for a search to scan the list before using the index.
    await fixture.query(
      `WITH l AS (
         INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range,
                          estimated_assets, purchase_timeline, lead_type, price, status, created_at)
       SELECT gen_random_uuid(), $1, 'hash',
              CASE WHEN i % 2 = 0 THEN 'Filler ' ELSE 'Forebear ' END || i, '+13105550123', 'somebody@example.com', 'CA', '90001',
              '61-65', '$1M+', '0-3 months', 'MYGA', 80, 'expired',
              date_trunc('milliseconds', now()) + CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END * i * interval '1 minute'
           FROM generate_series(1, 6000) i RETURNING id, created_at, full_name)
       INSERT INTO lead_search (lead_id, received_at, hashes, key_id)
       SELECT id, created_at, CASE WHEN full_name LIKE 'Filler%' THEN $2::bigint[] ELSE $3::bigint[] END, 'd1' FROM l`,
      [fixture.funnelId, hashesOf('Filler'), hashesOf('Forebear')],
    );
    await fixture.query('ANALYZE lead_search');
  });

  test.each([
    ['newest', null, ['Bob Lee', 'Ann Lee']],
    ['oldest', null, ['Ann Lee', 'Bob Lee']],
    ['newest', 'sold', ['Ann Lee']],
    ['oldest', 'reserved', ['Bob Lee']],
    ['newest', 'expired', []],
  ] as const)('rare matches are found, %s first, status %s', async (order, status, expected) => {
    const seen: string[] = [];
    let after: RequestOf<typeof listLeads>['after'] = null;
    do {
      const page = await list({ order, status, search: 'lee', after, limit: 1 });
      seen.push(...page.leads.map(({ fullName }) => fullName));
      after = page.next;
    } while (after);
    expect(seen).toEqual(expected);
    await expect(searchIds('ann', 2)).resolves.toEqual([0]);
  });

  test.each([
    ['newest', 'expired', 'filler', [6000, 5998, 5996, 5994, 5992]],
    ['oldest', 'expired', 'forebear', [5999, 5997, 5995, 5993, 5991]],
    // Further down the list than the scan reaches, so they come from the index.
    ['newest', 'expired', 'forebear', [1, 3, 5, 7, 9]],
    ['oldest', null, 'filler', [2, 4, 6, 8, 10]],
    ['newest', 'sold', 'filler', []],
  ] as const)(
    'common matches fill the page: %s first, status %s, %s',
    async (order, status, search, expected) => {
      const { leads, next } = await list({ order, status, search, limit: 5 });
      expect(leads.map(({ fullName }) => Number(fullName.split(' ')[1]))).toEqual(expected);
      expect(next).toEqual(leads[4] ? { receivedAt: leads[4].receivedAt, id: leads[4].id } : null);
    },
  );
});
