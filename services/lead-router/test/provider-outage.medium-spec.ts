import { providerStatusChanged } from '@desk/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@desk/testing';
import { newLead } from './lead-router.harness.js';
import { startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const setStatus = async (version: number, isAvailable: boolean): Promise<void> => {
  await fixture.deliver(providerStatusChanged, { version, isAvailable, at: new Date().toISOString() });
  await fixture.drain();
};

test('leads wait while the card provider is down, and are offered oldest first when it is back', async () => {
  const buyerId = await fixture.addBuyer({ limit: 2 });
  await setStatus(1, false);
  const leads: string[] = [];
  for (let index = 0; index < 3; index += 1) leads.push((await fixture.post(newLead())).leadId);
  await fixture.drain();
  await expect(fixture.query('SELECT id FROM lead_offers')).resolves.toEqual([]);
  await expect(fixture.query('SELECT slots_used FROM buyers')).resolves.toEqual([{ slots_used: 0 }]);

  await setStatus(2, true);
  // Of two copies, the one that has the second lead may be faster.
  await eventually(async () =>
    expect(await Promise.all(leads.map(fixture.getStatus))).toEqual(['reserved', 'reserved', 'available']),
  );
  await expect(fixture.waitForOffer(leads[0] ?? '')).resolves.toMatchObject({ buyer_id: buyerId });
});

test('an offer in progress when the provider went down does not cascade to a buyer who could not be charged', async () => {
  await fixture.addBuyer();
  await fixture.addBuyer();
  const { leadId } = await fixture.post(newLead());
  const offer = await fixture.waitForOffer(leadId);
  await setStatus(3, false);
  await fixture.decline(offer);
  await eventually(async () => (await fixture.getStatus(leadId)) === 'available');
  await expect(fixture.listOffers(leadId)).resolves.toHaveLength(1);
  await setStatus(4, true);
  await eventually(async () => (await fixture.listOffers(leadId)).length === 2);
});

test('an older status that arrives late changes nothing', async () => {
  await fixture.addBuyer();
  await setStatus(6, true);
  await setStatus(5, false);
  await expect(fixture.waitForOffer((await fixture.post(newLead())).leadId)).resolves.toMatchObject({
    status: 'open',
  });
});
