import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  dailyLimitReached,
  getLeadReport,
  setDailyLimit,
  setFilters,
  setService,
  timeZoneChanged,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { newLead } from './lead-router.harness.js';
import { byBuyer, type Fixture, type Offer, startFixture } from './lead-router.fixture.js';
import { noFilters } from './routing-model.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

async function listReached(ofBuyer: string) {
  await fixture.drain();
  return (await fixture.listPublished(dailyLimitReached)).filter(({ buyerId }) => buyerId === ofBuyer);
}
const reserve = async (): Promise<Offer> => fixture.waitForOffer((await fixture.post(newLead())).leadId);

describe('the event of a reached daily limit', () => {
  it('is published with the sale of the last slot, and says when the next day begins', async () => {
    const buyerId = await fixture.addBuyer({ limit: 2, timeZone: 'Pacific/Honolulu' });
    await fixture.sell();
    expect(await listReached(buyerId)).toEqual([]);
    await fixture.sell();
    const [buyer] = await fixture.query<{ day: string; reopens: Date }>(
      'SELECT slots_day::text AS day, recheck_at AS reopens FROM buyers WHERE id = $1',
      [buyerId],
    );
    expect(await listReached(buyerId)).toMatchObject([
      {
        day: buyer!.day,
        dailyLeadLimit: 2,
        resumesAt: buyer!.reopens.toISOString(),
        timeZone: 'Pacific/Honolulu',
      },
    ]);
  });

  it('says when the next day begins, also when weekly hours end before that', async () => {
    const buyerId = await fixture.addBuyer({ limit: 1, timeZone: 'Pacific/Honolulu' });
    const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 1_439 }));
    await fixture.client.send(setFilters, { ...byBuyer(buyerId), filters: { ...noFilters, hours } });
    await fixture.sell();
    const [{ day, resumesAt } = { day: '', resumesAt: '' }] = await listReached(buyerId);
    expect(Date.parse(resumesAt)).toBe(Date.parse(`${day}T00:00:00-10:00`) + 24 * 3_600_000);
  });

  it('waits for offers of the day whose charge is open', async () => {
    const buyerId = await fixture.addBuyer({ limit: 2 });
    const [first, second] = [await reserve(), await reserve()];
    await fixture.charge(second);
    await eventually(async () => (await fixture.getStatus(second.lead_id)) === 'sold');
    expect(await listReached(buyerId)).toEqual([]);
    await fixture.charge(first);
    await eventually(async () => (await fixture.getStatus(first.lead_id)) === 'sold');
    expect(await listReached(buyerId)).toHaveLength(1);
  });

  it('is published once for sales at the same moment', async () => {
    const buyerId = await fixture.addBuyer({ limit: 3 });
    const offers = [await reserve(), await reserve(), await reserve()];
    await Promise.all(offers.map((offer) => fixture.charge(offer)));
    for (const { lead_id } of offers)
      await eventually(async () => (await fixture.getStatus(lead_id)) === 'sold');
    expect(await listReached(buyerId)).toHaveLength(1);
  });

  it('is published for each buyer whose last slot is among sales in one batch', async () => {
    const buyerIds: string[] = [];
    for (const limit of [2, 1, 2]) buyerIds.push(await fixture.addBuyer({ limit }));
    const offers: Offer[] = [];
    for (let count = 0; count < 5; count += 1) offers.push(await reserve());
    const open = offers.findLast((offer) => offer.buyer_id === buyerIds[2]);
    const charged = offers.filter((offer) => offer !== open);
    const countReached = () =>
      Promise.all(buyerIds.map(async (buyerId) => (await listReached(buyerId)).length));
    await fixture.chargeTogether(charged);
    expect(await countReached()).toEqual([1, 1, 0]);
    await fixture.chargeTogether(open ? [open] : []);
    expect(await countReached()).toEqual([1, 1, 1]);
  });

  it('is not published again on the same day after the limit was raised', async () => {
    const buyerId = await fixture.addBuyer({ limit: 1 });
    await fixture.sell();
    await fixture.client.send(setDailyLimit, { ...byBuyer(buyerId), dailyLeadLimit: 2 });
    await fixture.sell();
    expect(await listReached(buyerId)).toHaveLength(1);
  });
});

describe('a change of the time zone', () => {
  // Their calendar days always differ.
  const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
  const getDay = async (buyerId: string) => {
    const [row] = await fixture.query<{
      zone: string;
      used: number;
      day: string;
      today: string;
      open: boolean;
    }>(
      `SELECT time_zone AS zone, slots_used AS used, slots_day::text AS day, is_eligible AS open,
              (now() AT TIME ZONE time_zone)::date::text AS today FROM buyers WHERE id = $1`,
      [buyerId],
    );
    return row!;
  };
  const move = async (buyerId: string, timeZone: string, version: number) => {
    await fixture.deliver(timeZoneChanged, {
      userId: buyerId,
      timeZone,
      version,
      at: new Date().toISOString(),
    });
    await fixture.drain();
  };

  it('counts the slots of the day in the new zone, and never a day twice', async () => {
    const buyerId = await fixture.addBuyer({ limit: 2, timeZone: west });
    await fixture.sell();
    await move(buyerId, east, 1);
    const moved = await getDay(buyerId);
    expect(moved).toMatchObject({ zone: east, used: 0, open: true });
    expect(moved.day).toBe(moved.today);
    await fixture.sell();
    await fixture.sell();
    expect(await getDay(buyerId)).toMatchObject({ used: 2, open: false });
    await move(buyerId, west, 2);
    expect(await getDay(buyerId)).toMatchObject({ zone: west, day: moved.day, used: 2, open: false });
    const slots = await fixture.query(
      `SELECT 1 FROM buyers b LEFT JOIN lead_offers o ON o.buyer_id = b.id AND o.slot_day = b.slots_day
          AND o.status IN ('open', 'charged') GROUP BY b.id HAVING b.slots_used <> count(o.id)`,
    );
    expect(slots).toEqual([]);
  });

  it('offers the leads that wait, if another day begins', async () => {
    const buyerId = await fixture.addBuyer({ limit: 1, timeZone: west });
    await fixture.sell();
    const { leadId } = await fixture.post(newLead());
    await fixture.drain();
    expect(await fixture.listOffers(leadId)).toEqual([]);
    await move(buyerId, east, 1);
    expect(await fixture.waitForOffer(leadId)).toMatchObject({ buyer_id: buyerId });
  });

  it.each([
    ['later', west, east],
    ['earlier', east, west],
  ])('to a %s zone leaves it true why leads passed by', async (_which, from, to) => {
    const buyerId = await fixture.addBuyer({ limit: 1, timeZone: from });
    const countPassedByLimit = async () => {
      const { outcomes } = await fixture.client.send(getLeadReport, { buyerId });
      return outcomes.find(({ outcome }) => outcome === 'daily-limit')?.count ?? 0;
    };
    await fixture.sell();
    await fixture.post(newLead());
    await fixture.drain();
    expect(await countPassedByLimit()).toBe(1);
    // Another day begins in the east, and the lead would be sold there.
    if (to === east) await fixture.client.send(setService, { ...byBuyer(buyerId), serviceEnabled: false });
    await move(buyerId, to, 1);
    expect(await countPassedByLimit()).toBe(1);
    if (to === west) {
      // The day that had begun in the east is not over.
      await fixture.post(newLead());
      await fixture.drain();
      expect(await countPassedByLimit()).toBe(2);
    }
  });

  it('ignores an older version', async () => {
    const buyerId = await fixture.addBuyer({ timeZone: west });
    await move(buyerId, east, 3);
    await move(buyerId, west, 2);
    expect((await getDay(buyerId)).zone).toBe(east);
  });
});
