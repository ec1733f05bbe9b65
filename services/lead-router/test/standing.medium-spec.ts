import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getEligibility, setDailyLimit, setService } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { someLead } from './lead-router.harness.js';
import { startWorld, type World } from './lead-router.world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

const standing = (buyerId: string) => world.client.send(getEligibility, { buyerId });

describe('a buyer’s standing', () => {
  test('of somebody unknown there is none', async () => {
    await expect(standing(randomUUID())).rejects.toMatchObject({ code: 'BUYER_NOT_FOUND' });
  });

  test('says why no lead comes, in the order in which it matters', async () => {
    const buyerId = await world.addBuyer({ limit: 1, card: false });
    await expect(standing(buyerId)).resolves.toMatchObject({ reason: 'no-card', serviceEnabled: true });
    await world.giveCard(buyerId, 1, false);
    await eventually(async () => (await standing(buyerId)).reason === 'card-failing');
    await world.giveCard(buyerId, 2);
    await eventually(async () => (await standing(buyerId)).reason === 'waiting-for-supply');
    await world.offerOf((await world.post(someLead())).leadId);
    await expect(standing(buyerId)).resolves.toMatchObject({ reason: 'limit-reached', dailyLeadLimit: 1 });
    await world.client.send(setService, { buyerId, serviceEnabled: false });
    await expect(standing(buyerId)).resolves.toMatchObject({ reason: 'paused', serviceEnabled: false });
  });

  test('counts what is taken of the day, and spends what was charged', async () => {
    const buyerId = await world.addBuyer({ limit: 5 });
    await world.sell();
    await world.sell();
    const open = await world.offerOf((await world.post(someLead())).leadId);
    await expect(standing(buyerId)).resolves.toMatchObject({ leadsToday: 3, spentTodayCents: 16_000 });
    await world.decline(open, false);
    await eventually(async () => (await world.offers(open.lead_id))[0]?.status === 'released');
    await world.client.send(setDailyLimit, { buyerId, dailyLeadLimit: 2 });
    await expect(standing(buyerId)).resolves.toMatchObject({
      leadsToday: 2,
      spentTodayCents: 16_000,
      reason: 'limit-reached',
    });
  });

  test('begins anew at the buyer’s own midnight', async () => {
    const buyerId = await world.addBuyer({ timeZone: 'Pacific/Honolulu' });
    await world.sell();
    await world.query('UPDATE buyers SET units_day = units_day - 1');
    await world.query('UPDATE lead_offers SET unit_day = unit_day - 1');
    const { leadsToday, spentTodayCents, dayEndsAt, timeZone } = await standing(buyerId);
    expect({ leadsToday, spentTodayCents, timeZone }).toEqual({
      leadsToday: 0,
      spentTodayCents: 0,
      timeZone: 'Pacific/Honolulu',
    });
    const ends = new Date(dayEndsAt);
    expect(ends.getTime() - Date.now()).toBeGreaterThan(0);
    expect(ends.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    // Honolulu is ten hours behind UTC, all year.
    expect(dayEndsAt.slice(11)).toBe('10:00:00.000Z');
  });
});
