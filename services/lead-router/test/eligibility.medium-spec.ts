import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getEligibility, setDailyLimit, setService } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { newLead } from './lead-router.harness.js';
import { byBuyer, startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const eligibilityOf = (buyerId: string) => fixture.client.send(getEligibility, { buyerId });

describe('eligibility', () => {
  test('is not found for an unknown buyer', async () => {
    await expect(eligibilityOf(randomUUID())).rejects.toMatchObject({ code: 'BUYER_NOT_FOUND' });
  });

  test('reports the first reason that keeps leads away', async () => {
    const buyerId = await fixture.addBuyer({ limit: 1, card: false });
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ reason: 'no-card', serviceEnabled: true });
    await fixture.saveCard(buyerId, 1, false);
    await eventually(async () => (await eligibilityOf(buyerId)).reason === 'card-failing');
    await fixture.saveCard(buyerId, 2);
    await eventually(async () => (await eligibilityOf(buyerId)).reason === 'waiting-for-supply');
    await fixture.waitForOffer((await fixture.post(newLead())).leadId);
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({
      reason: 'limit-reached',
      dailyLeadLimit: 1,
    });
    await fixture.client.send(setService, { ...byBuyer(buyerId), serviceEnabled: false });
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ reason: 'paused', serviceEnabled: false });
  });

  test('counts the daily slots in use and the amount charged', async () => {
    const buyerId = await fixture.addBuyer({ limit: 5 });
    await fixture.sell();
    await fixture.sell();
    const open = await fixture.waitForOffer((await fixture.post(newLead())).leadId);
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ leadsToday: 3, spentTodayCents: 16_000 });
    await fixture.decline(open, false, 'processing_error');
    await eventually(async () => (await fixture.listOffers(open.lead_id))[0]?.status === 'released');
    await fixture.client.send(setDailyLimit, { ...byBuyer(buyerId), dailyLeadLimit: 2 });
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({
      leadsToday: 2,
      spentTodayCents: 16_000,
      reason: 'limit-reached',
    });
  });

  test('starts over at midnight in the buyer’s time zone', async () => {
    const buyerId = await fixture.addBuyer({ timeZone: 'Pacific/Honolulu' });
    await fixture.sell();
    await fixture.query('UPDATE buyers SET slots_day = slots_day - 1');
    await fixture.query('UPDATE lead_offers SET slot_day = slot_day - 1');
    const { leadsToday, spentTodayCents, dayEndsAt, timeZone } = await eligibilityOf(buyerId);
    expect({ leadsToday, spentTodayCents, timeZone }).toEqual({
      leadsToday: 0,
      spentTodayCents: 0,
      timeZone: 'Pacific/Honolulu',
    });
    const ends = new Date(dayEndsAt);
    expect(ends.getTime() - Date.now()).toBeGreaterThan(0);
    expect(ends.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    // Honolulu is ten hours behind UTC all year.
    expect(dayEndsAt.slice(11)).toBe('10:00:00.000Z');
  });
});
