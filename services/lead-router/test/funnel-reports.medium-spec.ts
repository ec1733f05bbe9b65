import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  acceptLead,
  countRejections,
  type FunnelKeyKind,
  funnelRefusalsRose,
  getFunnelReport,
  getMarketReport,
  getOwnFunnelReport,
  type PostedFieldName,
  type RejectionReason,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { UNKNOWN_FUNNEL_ID } from '../src/funnels/rejection.repository.js';
import { type Fixture, hashLead, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const getReport = (funnelId = fixture.funnelId) => fixture.client.send(getFunnelReport, { funnelId });
const reject = (
  funnelId: string,
  daysAgo: number,
  reason: RejectionReason,
  count: number,
  field: PostedFieldName | '' = '',
) =>
  fixture.query(
    `INSERT INTO rejections (funnel_id, day, reason, field, count)
     VALUES ($1, report_day(now()) - $2::int, $3, $4, $5)`,
    [funnelId, daysAgo, reason, field, count],
  );
/** Noon, because a clock change does not move it to another day. */
const noonOf = (daysAgo: number): string =>
  `start_of_day(report_day(now()) - ${daysAgo}, (SELECT time_zone FROM report_zone)) + interval '12 hours'`;
const readDay = async (daysAgo: number): Promise<string> => {
  const [row] = await fixture.query<{ day: string }>('SELECT (report_day(now()) - $1::int)::text AS day', [
    daysAgo,
  ]);
  return row?.day ?? '';
};

test("counts a funnel's leads by status, of the last 30 days", async () => {
  await fixture.addBuyer({ limit: 2 });
  await fixture.sell();
  const { leadId } = await fixture.post(newLead());
  await fixture.waitForOffer(leadId);
  for (let count = 0; count < 3; count += 1) await fixture.post(newLead());
  const { leadId: expired } = await fixture.post(newLead());
  await fixture.query("UPDATE leads SET status = 'expired' WHERE id = $1", [expired]);
  const { leadId: old } = await fixture.post(newLead());
  await fixture.query(`UPDATE leads SET created_at = ${noonOf(30)} WHERE id = $1`, [old]);
  await fixture.query('SELECT recount_market()');
  expect(await getReport()).toEqual({
    days: 30,
    leads: { accepted: 6, sold: 1, reserved: 1, available: 3, expired: 1, refunded: 0 },
    rejections: [],
    faults: [],
    byDay: [{ day: await readDay(0), accepted: 6, sold: 1, refunded: 0, duplicates: 0, refused: 0 }],
  });
});

test('counts refused posts by reason and field, of the last 30 days', async () => {
  await reject(fixture.funnelId, 0, 'invalid', 3);
  await reject(fixture.funnelId, 0, 'invalid', 2, 'email');
  await reject(fixture.funnelId, 29, 'invalid', 4);
  await reject(fixture.funnelId, 29, 'invalid', 3, 'phone');
  await reject(fixture.funnelId, 29, 'invalid', 2, 'email');
  await reject(fixture.funnelId, 30, 'invalid', 100);
  await reject(fixture.funnelId, 30, 'invalid', 100, 'email');
  await reject(fixture.funnelId, 1, 'duplicate', 9);
  await reject(randomUUID(), 0, 'duplicate', 100);
  const { leads, rejections, faults } = await getReport();
  expect(leads.accepted).toBe(0);
  expect(rejections).toEqual([
    { reason: 'duplicate', posts: 9 },
    { reason: 'invalid', posts: 7 },
  ]);
  expect(faults).toEqual([
    { field: 'email', posts: 4 },
    { field: 'phone', posts: 3 },
  ]);
});

test('counts posts, sales and refunds by the day of the post', async () => {
  await fixture.addBuyer({ limit: 1 });
  const sold = await fixture.sell();
  await fixture.addBuyer({ limit: 1 });
  await fixture.sell();
  await fixture.query(`UPDATE leads SET created_at = ${noonOf(2)}, sold_at = ${noonOf(2)} WHERE id = $1`, [
    sold.lead_id,
  ]);
  // In production, the time of a lead never changes, so no trigger counts it again.
  await fixture.query('SELECT recount_market()');
  await fixture.query('UPDATE sold_leads SET refunded_at = now(), refund_id = $2 WHERE lead_id = $1', [
    sold.lead_id,
    randomUUID(),
  ]);
  await reject(fixture.funnelId, 1, 'duplicate', 2);
  await reject(fixture.funnelId, 1, 'malformed', 3);
  const none = { accepted: 0, sold: 0, refunded: 0, duplicates: 0, refused: 0 };
  expect((await getReport()).byDay).toEqual([
    { ...none, day: await readDay(0), accepted: 1, sold: 1 },
    { ...none, day: await readDay(1), duplicates: 2, refused: 3 },
    { ...none, day: await readDay(2), accepted: 1, sold: 1, refunded: 1 },
  ]);
});

test('counts the leads of all funnels by day, funnel, campaign and place', async () => {
  await fixture.addBuyer({ limit: 1 });
  const sold = await fixture.sell({ state: 'TX' });
  await fixture.post(newLead({ state: 'CA', campaign: { source: 'google', name: 'Retire early' } }));
  await reject(fixture.funnelId, 0, 'duplicate', 2);
  await reject(fixture.funnelId, 0, 'malformed', 3);
  await reject(fixture.funnelId, 0, 'malformed', 1, 'email');
  await reject(UNKNOWN_FUNNEL_ID, 0, 'unknown_key', 4);
  await reject(fixture.funnelId, 1, 'malformed', 3);
  await fixture.query("UPDATE sold_leads SET disposition = 'won' WHERE lead_id = $1", [sold.lead_id]);
  // lead-router folds the changes, with its own database rights.
  await eventually(async () => (await fixture.query('SELECT FROM market_changes')).length === 0);
  const day = await readDay(0);
  const none = { accepted: 0, sold: 0, expired: 0, refunded: 0, revenueCents: 0 };
  const { timeZone, today, days, funnels, campaigns, places } = await fixture.client.send(getMarketReport, {
    from: day,
    to: day,
  });
  expect({ timeZone, today }).toEqual({ timeZone: 'America/New_York', today: day });
  const both = { ...none, accepted: 2, sold: 1, revenueCents: 8_000, duplicates: 2 };
  expect(days).toEqual([{ day, ...both, refused: 7, delivered: 0, deliveredInTime: 0, delays: [] }]);
  expect(funnels).toEqual([
    {
      ...both,
      funnelId: fixture.funnelId,
      name: expect.any(String),
      mode: 'live',
      refused: 3,
      contacted: 0,
      appointment: 0,
      won: 1,
      lost: 0,
    },
  ]);
  const noStatus = { contacted: 0, appointment: 0, won: 0, lost: 0 };
  expect(campaigns).toEqual([
    { ...none, ...noStatus, source: '', campaign: '', accepted: 1, sold: 1, revenueCents: 8_000, won: 1 },
    { ...none, ...noStatus, source: 'google', campaign: 'Retire early', accepted: 1 },
  ]);
  const { leadType } = newLead();
  // The buyer has reached the daily limit.
  const noCapacity = { agents: 0, openSlots: 0 };
  expect(places).toEqual([
    { ...none, ...noCapacity, state: 'CA', leadType, accepted: 1 },
    { ...none, ...noCapacity, state: 'TX', leadType, accepted: 1, sold: 1, revenueCents: 8_000 },
  ]);
});

const readToday = async () => {
  const day = await readDay(0);
  return fixture.client.send(getMarketReport, { from: day, to: day });
};

test('counts a lead that is posted during a recount', async () => {
  await fixture.post(newLead());
  const finish = await fixture.startRecount();
  try {
    await fixture.post(newLead());
  } finally {
    await finish();
  }
  expect((await readToday()).days).toMatchObject([{ accepted: 2 }]);
});

test('counts all leads again if copies start with another reporting time zone during a recount', async () => {
  await fixture.post(newLead());
  const zone = { REPORTING_TIME_ZONE: 'Pacific/Kiritimati' };
  const waitForZone = (timeZone: string) => eventually(async () => (await readToday()).timeZone === timeZone);
  try {
    const finish = await fixture.startRecount();
    try {
      await fixture.restart([zone, zone]);
    } finally {
      await finish();
    }
    await waitForZone(zone.REPORTING_TIME_ZONE);
    expect((await readToday()).days).toMatchObject([{ day: await readDay(0), accepted: 1 }]);
  } finally {
    await fixture.restart([{}, {}]);
    await waitForZone('America/New_York');
  }
});

describe('the report behind a link', () => {
  const addKey = async (kind: FunnelKeyKind): Promise<string> => {
    const keyHash = createHash('sha256').update(randomUUID()).digest('hex');
    await fixture.query(
      'INSERT INTO funnel_keys (key_hash, funnel_id, key_prefix, kind) VALUES ($1, $2, $3, $4)',
      [keyHash, fixture.funnelId, 'fnx_1234', kind],
    );
    return keyHash;
  };
  const open = (keyHash: string) => fixture.client.send(getOwnFunnelReport, { keyHash });

  test('has the same counts, and how the funnel may post', async () => {
    await reject(fixture.funnelId, 0, 'invalid', 3);
    const { report, mode, keys } = await open(await addKey('report'));
    expect(report).toEqual(await getReport());
    expect(mode).toBe('live');
    expect(keys).toContainEqual({ kind: 'report', prefix: 'fnx_1234' });
  });

  test('opens with no other key, and not after its key is revoked', async () => {
    const revoked = await addKey('report');
    await fixture.query('UPDATE funnel_keys SET revoked_at = now() WHERE key_hash = $1', [revoked]);
    for (const keyHash of [revoked, await addKey('server'), await addKey('address'), 'a'.repeat(64)])
      await expect(open(keyHash)).rejects.toMatchObject({ code: 'UNKNOWN_FUNNEL_KEY' });
  });

  test('is the only use of its key: no lead is accepted with it', async () => {
    const lead = newLead();
    const post = {
      keyHash: await addKey('report'),
      funnelId: fixture.funnelId,
      idempotencyKey: null,
      bodyHash: hashLead(lead),
      lead,
    };
    await expect(fixture.client.send(acceptLead, post)).rejects.toMatchObject({ code: 'UNKNOWN_FUNNEL_KEY' });
  });
});

describe('the alarm about refused posts', () => {
  const count = async (posts: number, reason: RejectionReason = 'invalid', batchId: string = randomUUID()) =>
    fixture.client.send(countRejections, {
      batchId,
      counts: [{ funnelId: fixture.funnelId, day: await readDay(0), reason, count: posts }],
    });
  const listAlarms = () => fixture.listPublished(funnelRefusalsRose);

  test('is published once a day, when their number reaches three times the usual', async () => {
    for (let daysAgo = 1; daysAgo <= 7; daysAgo += 1) await reject(fixture.funnelId, daysAgo, 'invalid', 10);
    await count(29);
    await count(50, 'duplicate');
    expect(await listAlarms()).toEqual([]);
    const batchId = randomUUID();
    await count(3, 'malformed', batchId);
    await count(3, 'malformed', batchId);
    await count(40);
    expect(await listAlarms()).toMatchObject([
      { funnelId: fixture.funnelId, day: await readDay(0), refused: 32, usualPerDay: 10 },
    ]);
  });

  test('is published once for counts of many gateways at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => count(1)));
    expect(await listAlarms()).toMatchObject([{ refused: 10, usualPerDay: 0 }]);
  });

  test('is not published for a funnel that is not live', async () => {
    await fixture.query("UPDATE funnels SET mode = 'test' WHERE id = $1", [fixture.funnelId]);
    await count(100);
    await fixture.query("UPDATE funnels SET mode = 'live' WHERE id = $1", [fixture.funnelId]);
    expect(await listAlarms()).toEqual([]);
  });
});
