import { randomUUID } from 'node:crypto';
import {
  accountStatusChanged,
  buyerSettingsChanged,
  getEligibility,
  setDailyLimit,
  setFilters,
  setService,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ReceivedLeadsRepository } from '../src/matching/match-counts.service.js';
import { newLead } from './lead-router.harness.js';
import { startFixture, type Fixture } from './lead-router.fixture.js';
import { noFilters } from './routing-model.js';

/** Each of two processes knows Redis's clock to half a second. */
const MAX_CLOCK_DIFFERENCE_MS = 1_000;
const caller = { address: '203.0.113.7', userAgent: 'Mozilla/5.0' };
let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const eligibilityOf = (buyerId: string) => fixture.client.send(getEligibility, { buyerId });
const drawNumber = async (buyerId: string) => (await eligibilityOf(buyerId)).changeNumber;
const setServiceTo = (buyerId: string, serviceEnabled: boolean, changeNumber: number) =>
  fixture.client.send(setService, { buyerId, serviceEnabled, caller, changeNumber });
const setLimitTo = (buyerId: string, dailyLeadLimit: number, changeNumber: number) =>
  fixture.client.send(setDailyLimit, { buyerId, dailyLeadLimit, caller, changeNumber });

const publishedChanges = () => fixture.listPublished(buyerSettingsChanged, 'accounts.events');

async function setAccountDisabled(userId: string, disabled: boolean, version: number): Promise<void> {
  await fixture.deliver(accountStatusChanged, { userId, disabled, version, at: new Date().toISOString() });
}

describe('a change of settings', () => {
  test('publishes the old and the new values once', async () => {
    const buyerId = await fixture.addBuyer();
    const changeNumber = await drawNumber(buyerId);
    await setServiceTo(buyerId, false, changeNumber);
    await expect(setServiceTo(buyerId, false, changeNumber)).resolves.toMatchObject({ settingsVersion: 2 });
    await expect(setLimitTo(buyerId, 7, await drawNumber(buyerId))).resolves.toEqual({
      buyerId,
      serviceEnabled: false,
      dailyLeadLimit: 7,
      settingsVersion: 3,
    });
    await expect(publishedChanges()).resolves.toMatchObject([
      {
        version: 2,
        setting: 'serviceEnabled',
        serviceEnabled: false,
        dailyLeadLimit: 25,
        previous: { serviceEnabled: true, dailyLeadLimit: 25 },
        caller,
      },
      {
        version: 3,
        setting: 'dailyLeadLimit',
        serviceEnabled: false,
        dailyLeadLimit: 7,
        previous: { serviceEnabled: false, dailyLeadLimit: 25 },
      },
    ]);
  });

  test('names the admin who made it, and why', async () => {
    const buyerId = await fixture.addBuyer();
    const by = { actorId: randomUUID(), reason: 'Asked us by phone.' };
    const request = { buyerId, caller, ...by };
    const serviceChange = { ...request, serviceEnabled: false, changeNumber: await drawNumber(buyerId) };
    await fixture.client.send(setService, serviceChange);
    await fixture.client.send(setService, serviceChange);
    const changeNumber = await drawNumber(buyerId);
    await fixture.client.send(setDailyLimit, { ...request, dailyLeadLimit: 7, changeNumber });
    await setLimitTo(buyerId, 8, await drawNumber(buyerId));
    const published = await publishedChanges();
    expect(published).toMatchObject([{ version: 2, ...by }, { version: 3, ...by }, { version: 4 }]);
    expect(published[2]).not.toHaveProperty('actorId');
  });

  test('is refused if a change requested later was applied', async () => {
    const buyerId = await fixture.addBuyer();
    const [older, newer] = [await drawNumber(buyerId), await drawNumber(buyerId)];
    await setServiceTo(buyerId, false, newer);
    await expect(setServiceTo(buyerId, true, older)).rejects.toMatchObject({ code: 'SETTINGS_CHANGED' });
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ serviceEnabled: false });
    await setServiceTo(buyerId, true, await drawNumber(buyerId));
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ serviceEnabled: true });
  });

  test('succeeds if a change requested later set the same value', async () => {
    const buyerId = await fixture.addBuyer();
    const [older, newer] = [await drawNumber(buyerId), await drawNumber(buyerId)];
    await setServiceTo(buyerId, false, newer);
    await expect(setServiceTo(buyerId, false, older)).resolves.toMatchObject({ settingsVersion: 2 });
    await expect(publishedChanges()).resolves.toHaveLength(1);
  });

  test('does not conflict with a later change of the other setting', async () => {
    const buyerId = await fixture.addBuyer();
    const [older, newer] = [await drawNumber(buyerId), await drawNumber(buyerId)];
    await setServiceTo(buyerId, false, newer);
    await setLimitTo(buyerId, 3, older);
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ serviceEnabled: false, dailyLeadLimit: 3 });
  });

  test('leaves the newest of many concurrent changes in force', async () => {
    const buyerId = await fixture.addBuyer();
    const limits = Array.from({ length: 12 }, (_, index) => index + 1);
    const requests: [limit: number, changeNumber: number][] = [];
    for (const limit of limits) requests.push([limit, await drawNumber(buyerId)]);
    await Promise.allSettled(
      requests.toReversed().map(([limit, changeNumber]) => setLimitTo(buyerId, limit, changeNumber)),
    );
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ dailyLeadLimit: 12 });
  });

  test('is refused for an unknown buyer', async () => {
    await expect(setServiceTo(randomUUID(), false, 1)).rejects.toMatchObject({ code: 'BUYER_NOT_FOUND' });
  });

  test('changes nothing once the caller has stopped waiting', async () => {
    const buyerId = await fixture.addBuyer();
    const changeNumber = await drawNumber(buyerId);
    const unlock = await fixture.lockBuyer(buyerId);
    const sentAt = performance.now();
    const brief = { ...setService, timeoutMs: 2_000 };
    const pause = { buyerId, serviceEnabled: false, caller, changeNumber };
    await expect(fixture.client.send(brief, pause)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // On a busy machine, the handler's view of Redis's clock may be behind the caller's.
    const lateAt = sentAt + brief.timeoutMs + MAX_CLOCK_DIFFERENCE_MS;
    await eventually(() => performance.now() > lateAt);
    await unlock();
    await eventually(async () => (await fixture.countLockWaiters()) === 0);
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ serviceEnabled: true });
    await expect(publishedChanges()).resolves.toEqual([]);
  });
});

describe('a disabled account', () => {
  test('gets no leads until it is enabled again', async () => {
    const buyerId = await fixture.addBuyer();
    await setAccountDisabled(buyerId, true, 1);
    await eventually(async () => (await eligibilityOf(buyerId)).reason === 'paused');
    const { leadId } = await fixture.post(newLead());
    await fixture.drain();
    await expect(fixture.listOffers(leadId)).resolves.toEqual([]);
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ serviceEnabled: true });
    await setAccountDisabled(buyerId, false, 2);
    await expect(fixture.waitForOffer(leadId)).resolves.toMatchObject({ buyer_id: buyerId });
  });

  test('stays paused when it is enabled if the agent had paused it', async () => {
    const buyerId = await fixture.addBuyer();
    await setServiceTo(buyerId, false, await drawNumber(buyerId));
    await setAccountDisabled(buyerId, true, 1);
    await setAccountDisabled(buyerId, false, 2);
    await fixture.drain();
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ serviceEnabled: false, reason: 'paused' });
  });

  test('ignores an event that a newer one overtook', async () => {
    const buyerId = await fixture.addBuyer();
    await setAccountDisabled(buyerId, true, 2);
    await eventually(async () => (await eligibilityOf(buyerId)).reason === 'paused');
    await setAccountDisabled(buyerId, false, 1);
    await fixture.drain();
    await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ reason: 'paused' });
  });

  test('is disabled even if the event overtakes its registration', async () => {
    const userId = randomUUID();
    await setAccountDisabled(userId, true, 1);
    await eventually(async () => (await fixture.countDelayedEvents()) > 0);
    await fixture.addBuyer({ id: userId, card: false });
    await eventually(async () => (await eligibilityOf(userId)).reason === 'paused');
  });
});

test('a count of leads that never ends delays neither a pause nor reading the eligibility', async () => {
  const countDay = jest
    .spyOn(ReceivedLeadsRepository.prototype, 'countDay')
    .mockReturnValue(new Promise(() => undefined));
  const buyerId = await fixture.addBuyer();
  const filters = { ...noFilters, states: ['FL' as const] };
  const changeNumber = await drawNumber(buyerId);
  await fixture.client.send(setFilters, { buyerId, changeNumber, caller, filters });

  const eligibility = await eligibilityOf(buyerId);
  expect(eligibility).toMatchObject({ reason: 'waiting-for-supply', serviceEnabled: true });
  expect(countDay).toHaveBeenCalled();
  await setServiceTo(buyerId, false, eligibility.changeNumber);
  await expect(eligibilityOf(buyerId)).resolves.toMatchObject({ reason: 'paused' });
  const { leadId } = await fixture.post(newLead({ state: 'FL' }));
  await fixture.drain();
  await expect(fixture.listOffers(leadId)).resolves.toEqual([]);
  jest.restoreAllMocks();
});
