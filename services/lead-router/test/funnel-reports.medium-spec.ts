import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { getFunnelReport, type RejectionReason } from '@desk/contracts';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const getReport = (funnelId = fixture.funnelId) => fixture.client.send(getFunnelReport, { funnelId });
const reject = (funnelId: string, daysAgo: number, reason: RejectionReason, count: number) =>
  fixture.query(
    `INSERT INTO rejections (funnel_id, day, reason, count)
     VALUES ($1, (now() AT TIME ZONE 'UTC')::date - $2::int, $3, $4)`,
    [funnelId, daysAgo, reason, count],
  );

test("counts a funnel's leads by status, of the last 30 days", async () => {
  await fixture.addBuyer({ limit: 2 });
  await fixture.sell();
  const { leadId } = await fixture.post(newLead());
  await fixture.waitForOffer(leadId);
  for (let count = 0; count < 3; count += 1) await fixture.post(newLead());
  const { leadId: expired } = await fixture.post(newLead());
  await fixture.query("UPDATE leads SET status = 'expired' WHERE id = $1", [expired]);
  const { leadId: old } = await fixture.post(newLead());
  await fixture.query("UPDATE leads SET created_at = now() - interval '31 days' WHERE id = $1", [old]);
  expect(await getReport()).toEqual({
    days: 30,
    leads: { accepted: 6, sold: 1, reserved: 1, available: 3, expired: 1 },
    rejections: [],
  });
});

test('counts refused posts by reason, of the last 30 days', async () => {
  await reject(fixture.funnelId, 0, 'invalid', 3);
  await reject(fixture.funnelId, 29, 'invalid', 4);
  await reject(fixture.funnelId, 30, 'invalid', 100);
  await reject(fixture.funnelId, 1, 'duplicate', 9);
  await reject(randomUUID(), 0, 'duplicate', 100);
  const { leads, rejections } = await getReport();
  expect(leads.accepted).toBe(0);
  expect(rejections).toEqual([
    { reason: 'duplicate', posts: 9 },
    { reason: 'invalid', posts: 7 },
  ]);
});
