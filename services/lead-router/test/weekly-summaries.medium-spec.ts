import { randomUUID } from 'node:crypto';
import { agentWeekEnded, marketWeekEnded } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Fixture, startFixture } from './lead-router.fixture.js';

const ZONE = 'America/New_York';

let router: Fixture;
let monday: string;

beforeAll(async () => {
  router = await startFixture();
});
afterAll(() => router.stop());
beforeEach(async () => {
  await router.reset();
  const [row] = await router.query<{ monday: string }>('SELECT last_due_week($1)::text AS monday', [ZONE]);
  monday = row?.monday ?? '';
});

const listAgentWeeks = () => router.listPublished(agentWeekEnded);
const listMarketWeeks = () => router.listPublished(marketWeekEnded);

async function addBuyers(count: number): Promise<string[]> {
  const rows = await router.query<{ id: string }>(
    `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone)
     SELECT gen_random_uuid(), true, 25, '${ZONE}' FROM generate_series(1, $1::int) RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}
/** Counts three leads for each buyer on the Monday of the latest week that is due, or `daysBefore` days earlier. */
const buy = (buyerIds: readonly string[], daysBefore = 0) =>
  router.query(
    `INSERT INTO sale_counts SELECT id, $2::date - $3::int, 'all', '', 3, 1, 1, 16000, 250000 FROM unnest($1::uuid[]) id`,
    [buyerIds, monday, daysBefore],
  );
const makeDue = (buyerIds: readonly string[], weeks = 2) =>
  router.query(
    `UPDATE weekly_summaries SET monday = monday - 7 * $2::int, due_at = now() - interval '1 minute'
      WHERE buyer_id = ANY ($1::uuid[])`,
    [buyerIds, weeks],
  );
/** Waits until all due summaries were published or skipped. */
const waitForSweep = () =>
  eventually(
    async () =>
      (await router.query('SELECT 1 FROM weekly_summaries WHERE due_at <= now() LIMIT 1')).length === 0,
  );

describe('weekly summaries of agents', () => {
  test('are each published once, in more than one batch and by two copies', async () => {
    const buyerIds = await addBuyers(45);
    await buy(buyerIds);
    await makeDue(buyerIds);
    await waitForSweep();
    const published = await listAgentWeeks();
    expect(published.map(({ buyerId }) => buyerId).toSorted()).toEqual(buyerIds.toSorted());
    const nothing = { leads: 0, refunded: 0, spentCents: 0, won: 0, commissionCents: 0, contactMs: null };
    expect(published[0]).toEqual({
      buyerId: published[0]?.buyerId,
      monday,
      week: { leads: 3, refunded: 1, spentCents: 16_000, won: 1, commissionCents: 250_000, contactMs: null },
      weekBefore: nothing,
    });
    expect(
      await router.query('SELECT 1 FROM weekly_summaries WHERE monday <> $1::date + 7', [monday]),
    ).toEqual([]);
  });

  test('are published only for agents who bought in the week or the week before', async () => {
    const [inWeek = '', weekBefore = '', earlier = '', never = ''] = await addBuyers(4);
    await buy([inWeek]);
    await buy([weekBefore], 1);
    await buy([earlier], 8);
    await makeDue([inWeek, weekBefore, earlier, never]);
    await waitForSweep();
    expect((await listAgentWeeks()).map(({ buyerId }) => buyerId).toSorted()).toEqual(
      [inWeek, weekBefore].toSorted(),
    );
  });

  test('are not published for a disabled or erased agent', async () => {
    const [disabled = '', erased = '', active = ''] = await addBuyers(3);
    await router.setStored(`UPDATE buyers SET account_disabled = true WHERE id = '${disabled}'`);
    await router.setStored(`UPDATE buyers SET erased_at = now(), closed_at = now() WHERE id = '${erased}'`);
    await buy([disabled, erased, active]);
    await makeDue([disabled, erased, active]);
    await waitForSweep();
    expect((await listAgentWeeks()).map(({ buyerId }) => buyerId)).toEqual([active]);
  });

  test('are published once for the latest week after an outage of several weeks', async () => {
    const buyerIds = await addBuyers(3);
    await buy(buyerIds);
    await buy(buyerIds, 7);
    await router.restart([]);
    await makeDue(buyerIds, 4);
    await router.restart([{}, {}]);
    await waitForSweep();
    expect((await listAgentWeeks()).map((week) => week.monday)).toEqual([monday, monday, monday]);
  });
});

describe('weekly market summary', () => {
  const makeMarketDue = () => router.query('UPDATE report_zone SET summary_monday = summary_monday - 14');
  const waitForMarket = () =>
    eventually(
      async () =>
        (await router.query('SELECT 1 FROM report_zone WHERE summary_monday = $1::date + 7', [monday]))
          .length > 0,
    );

  test('is published once by two copies', async () => {
    await router.query(
      `INSERT INTO leads (id, funnel_id, body_hash, full_name, phone, email, state, zip_code, age_range, estimated_assets,
                          purchase_timeline, lead_type, price, status, created_at)
       VALUES ($1, $2, '', 'Person', '+1', 'a@b.c', 'TX', '75001', '61-65', '$1M+', '0-3 months', 'MYGA', 80, 'expired',
               ($3::date + interval '12 hours') AT TIME ZONE '${ZONE}')`,
      [randomUUID(), router.funnelId, monday],
    );
    await router.query(`INSERT INTO rejections VALUES ($1, $2::date - 1, 'invalid', '', 4)`, [
      router.funnelId,
      monday,
    ]);
    await makeMarketDue();
    await waitForMarket();
    const nothing = {
      accepted: 0,
      sold: 0,
      expired: 0,
      refunded: 0,
      revenueCents: 0,
      refused: 0,
      delivered: 0,
      deliveredInTime: 0,
    };
    expect(await listMarketWeeks()).toEqual([
      {
        monday,
        week: { ...nothing, accepted: 1 },
        weekBefore: { ...nothing, refused: 4 },
        funnels: [],
        unsold: [{ state: 'TX', leads: 1 }],
      },
    ]);
  });

  test('is skipped if nothing was posted in two weeks', async () => {
    await makeMarketDue();
    await waitForMarket();
    expect(await listMarketWeeks()).toEqual([]);
  });
});
