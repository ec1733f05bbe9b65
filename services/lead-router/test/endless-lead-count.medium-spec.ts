import { getEligibility, getFilters, setFilters, setService } from '@desk/contracts';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ReceivedLeadsRepository } from '../src/matching/match-counts.service.js';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';
import { noFilters } from './routing-model.js';

const caller = { address: '203.0.113.7', userAgent: 'test' };
let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await fixture.stop();
});

test('a count of leads that never ends delays neither a pause nor reading the eligibility', async () => {
  const countDay = jest
    .spyOn(ReceivedLeadsRepository.prototype, 'countDay')
    .mockReturnValue(new Promise(() => undefined));
  const buyerId = await fixture.addBuyer();
  const { changeNumber } = await fixture.client.send(getFilters, { buyerId });
  const filters = { ...noFilters, states: ['FL' as const] };
  await fixture.client.send(setFilters, { buyerId, changeNumber, caller, filters });

  const eligibility = await fixture.client.send(getEligibility, { buyerId });
  expect(eligibility).toMatchObject({ reason: 'waiting-for-supply', serviceEnabled: true });
  expect(countDay).toHaveBeenCalled();
  const change = { buyerId, caller, changeNumber: eligibility.changeNumber };
  await fixture.client.send(setService, { ...change, serviceEnabled: false });
  await expect(fixture.client.send(getEligibility, { buyerId })).resolves.toMatchObject({ reason: 'paused' });
  const { leadId } = await fixture.post(newLead({ state: 'FL' }));
  await fixture.drain();
  await expect(fixture.listOffers(leadId)).resolves.toEqual([]);
});
