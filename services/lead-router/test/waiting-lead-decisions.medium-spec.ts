import { randomUUID } from 'node:crypto';
import {
  type BuyerObstacle,
  getLead,
  LEAD_PRICE_CENTS,
  listLeads,
  listMatchingBuyers,
  rerouteLead,
  withdrawLead,
} from '@desk/contracts';
import { eventually, runRetention } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { toProfileMask } from '../src/matching/profile-mask.js';
import { retentionRules } from '../src/retention/retention-rules.js';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const caller = { address: '192.0.2.1', userAgent: null };
const actorId = randomUUID();

async function addWaitingLead(): Promise<string> {
  const { leadId } = await fixture.post(newLead());
  await fixture.drain();
  expect(await fixture.getStatus(leadId)).toBe('available');
  return leadId;
}
const withdraw = (leadId: string) =>
  fixture.client.send(withdrawLead, { leadId, reason: 'The funnel asked us to.', actorId, caller });
const reroute = (
  leadId: string,
  buyerId: string,
  { key = randomUUID(), overrideFilters = false }: { key?: string; overrideFilters?: boolean } = {},
) =>
  fixture.client.send(rerouteLead, {
    leadId,
    buyerId,
    key,
    overrideFilters,
    reason: 'The agent asked for it.',
    actorId,
    caller,
  });
const updateBuyer = (buyerId: string, assignments: string) =>
  fixture.query(`UPDATE buyers SET ${assignments} WHERE id = $1`, [buyerId]);
const FIXED_ONLY = toProfileMask({ leadTypes: ['Fixed'], assetBands: [], ageRanges: [] });
/** Adds a buyer with a card whose filters exclude the leads of `newLead`. */
async function addFixedBuyer(): Promise<string> {
  const buyerId = await fixture.addBuyer({ card: false });
  await updateBuyer(buyerId, `filter_lead_types = '{Fixed}', profile_mask = ${FIXED_ONLY}`);
  await fixture.saveCard(buyerId, 1);
  await eventually(
    async () =>
      (await fixture.query('SELECT 1 FROM buyers WHERE id = $1 AND is_eligible AND has_filters', [buyerId]))
        .length === 1,
  );
  return buyerId;
}
const listAuditMessages = () =>
  fixture.query("SELECT 1 FROM outbox WHERE message_id LIKE 'accounts.record-action~%'");

describe('withdrawing a waiting lead', () => {
  test('ends it for good: no buyer who becomes eligible later gets it', async () => {
    const leadId = await addWaitingLead();
    await withdraw(leadId);
    await fixture.addBuyer();
    const { leadId: later } = await fixture.post(newLead());
    await fixture.waitForOffer(later);
    await fixture.drain();
    expect(await fixture.listOffers(leadId)).toEqual([]);
    const lead = await fixture.client.send(getLead, { leadId });
    expect(lead).toMatchObject({
      status: 'expired',
      decisions: [{ kind: 'withdrawn', reason: 'The funnel asked us to.', actorId, offerId: null }],
    });
    expect(lead.withdrawnAt).toBe(lead.decisions[0]?.decidedAt);
    const listed = await fixture.client.send(listLeads, {
      status: 'expired',
      search: null,
      order: 'newest',
      after: null,
      limit: 10,
    });
    expect(listed.leads).toMatchObject([{ id: leadId, withdrawnAt: lead.withdrawnAt }]);
  });

  test('changes nothing when repeated', async () => {
    const leadId = await addWaitingLead();
    const countedBefore = await fixture.countOutcomes('withdrawn');
    const expiredBefore = await fixture.countOutcomes('expired');
    await Promise.all([withdraw(leadId), withdraw(leadId)]);
    await withdraw(leadId);
    expect(await fixture.query('SELECT 1 FROM lead_decisions')).toHaveLength(1);
    expect(await fixture.countOutcomes('withdrawn')).toBe(countedBefore + 1);
    expect(await fixture.countOutcomes('expired')).toBe(expiredBefore);
  });

  test('is refused for a reserved, sold or unknown lead', async () => {
    await fixture.addBuyer();
    const { leadId } = await fixture.post(newLead());
    const offer = await fixture.waitForOffer(leadId);
    await expect(withdraw(leadId)).rejects.toMatchObject({ code: 'LEAD_NOT_WAITING' });
    await fixture.charge(offer);
    await eventually(async () => (await fixture.getStatus(leadId)) === 'sold');
    await expect(withdraw(leadId)).rejects.toMatchObject({ code: 'LEAD_NOT_WAITING' });
    await expect(withdraw(randomUUID())).rejects.toMatchObject({ code: 'LEAD_NOT_FOUND' });
    expect(await fixture.query('SELECT 1 FROM lead_decisions')).toEqual([]);
  });

  test('encrypts the reason, and deletes it along with the contact data', async () => {
    const leadId = await addWaitingLead();
    await withdraw(leadId);
    const [stored] = await fixture.query<{ reason: string }>('SELECT reason FROM lead_decisions');
    expect(stored?.reason).not.toContain('funnel');
    await fixture.query("UPDATE leads SET created_at = now() - interval '31 days'");
    await runRetention({ url: fixture.databaseUrl, schema: 'leads' }, retentionRules);
    expect(await fixture.client.send(getLead, { leadId })).toMatchObject({
      email: 'Removed',
      decisions: [{ kind: 'withdrawn', reason: '' }],
    });
  });

  test('has one outcome when it races with a sale', async () => {
    for (let round = 0; round < 10; round += 1) {
      const leadId = await addWaitingLead();
      const [withdrawn] = await Promise.allSettled([withdraw(leadId), fixture.addBuyer()]);
      await fixture.drain();
      const isWithdrawn = withdrawn.status === 'fulfilled';
      await eventually(async () =>
        expect(await fixture.getStatus(leadId)).toBe(isWithdrawn ? 'expired' : 'reserved'),
      );
      expect(await fixture.listOffers(leadId)).toHaveLength(isWithdrawn ? 0 : 1);
      await fixture.reset();
    }
  });
});

describe('re-routing a waiting lead', () => {
  test('offers it to the chosen buyer, who is charged like any other', async () => {
    const buyerId = await addFixedBuyer();
    const leadId = await addWaitingLead();
    await expect(reroute(leadId, buyerId)).rejects.toMatchObject({ code: 'LEAD_OUTSIDE_FILTERS' });
    await reroute(leadId, buyerId, { overrideFilters: true });
    const offer = await fixture.waitForOffer(leadId);
    expect(offer).toMatchObject({ buyer_id: buyerId, slot_number: 1 });
    expect(
      await fixture.query('SELECT 1 FROM outbox WHERE message_id = $1', [`billing.charge-offer~${offer.id}`]),
    ).toHaveLength(1);
    expect(await fixture.client.send(getLead, { leadId })).toMatchObject({
      status: 'reserved',
      offersMade: 1,
      decisions: [{ kind: 'rerouted', buyerId, offerId: offer.id, overrodeFilters: true, actorId }],
    });
    await fixture.charge(offer);
    await eventually(async () => (await fixture.getStatus(leadId)) === 'sold');
  });

  test('makes one offer per key, and refuses the key for another buyer', async () => {
    const buyers = [await addFixedBuyer(), await addFixedBuyer()] as const;
    const leadId = await addWaitingLead();
    const key = randomUUID();
    const options = { key, overrideFilters: true };
    await Promise.all([reroute(leadId, buyers[0], options), reroute(leadId, buyers[0], options)]);
    await reroute(leadId, buyers[0], options);
    expect(await fixture.listOffers(leadId)).toHaveLength(1);
    await expect(reroute(leadId, buyers[1], options)).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    await expect(reroute(leadId, buyers[1], { overrideFilters: true })).rejects.toMatchObject({
      code: 'LEAD_NOT_WAITING',
    });
  });

  test('cascades after a decline, and never back to the same buyer', async () => {
    const buyerId = await addFixedBuyer();
    const leadId = await addWaitingLead();
    await reroute(leadId, buyerId, { overrideFilters: true });
    await fixture.decline(await fixture.waitForOffer(leadId));
    await eventually(async () => (await fixture.getStatus(leadId)) === 'available');
    await fixture.saveCard(buyerId, 2);
    await fixture.drain();
    await expect(reroute(leadId, buyerId, { overrideFilters: true })).rejects.toMatchObject({
      code: 'BUYER_NOT_ELIGIBLE',
      info: { obstacle: 'card-declined-lead' },
    });
    const next = await fixture.addBuyer();
    await eventually(async () => (await fixture.waitForOffer(leadId)).buyer_id === next);
  });

  const obstacles: [BuyerObstacle, string][] = [
    ['paused', 'service_enabled = false'],
    ['account-disabled', 'account_disabled = true'],
    ['under-review', 'under_review = true'],
    ['card-failing', 'card_usable = false'],
    ['no-card', 'card_version = 0, card_usable = false'],
    ['other-state', "filter_states = '{TX}'"],
    ['limit-reached', 'slots_used = 25, slots_day = (now() AT TIME ZONE time_zone)::date'],
    ['charge-on-hold', "held_until = now() + interval '1 hour'"],
    ['weekly-budget-reached', `weekly_budget_cents = ${LEAD_PRICE_CENTS - 1}`],
    ['monthly-budget-reached', `monthly_budget_cents = ${LEAD_PRICE_CENTS - 1}`],
    ['outside-hours', "weekly_hours = '{}'"],
  ];
  test.each(obstacles)('is refused for %s, even when overriding filters', async (obstacle, assignments) => {
    const buyerId = await addFixedBuyer();
    const leadId = await addWaitingLead();
    await updateBuyer(buyerId, assignments);
    await expect(reroute(leadId, buyerId, { overrideFilters: true })).rejects.toMatchObject({
      code: 'BUYER_NOT_ELIGIBLE',
      info: { obstacle },
    });
    expect(await fixture.listOffers(leadId)).toEqual([]);
    expect(await fixture.getStatus(leadId)).toBe('available');
  });

  test('is refused while the card provider does not answer', async () => {
    const buyerId = await addFixedBuyer();
    const leadId = await addWaitingLead();
    await fixture.query('UPDATE provider_status SET is_available = false');
    await expect(reroute(leadId, buyerId, { overrideFilters: true })).rejects.toMatchObject({
      info: { obstacle: 'card-provider-away' },
    });
    await fixture.query('UPDATE provider_status SET is_available = true');
  });

  test('is refused for an erased buyer and for a lead that is too old', async () => {
    const buyerId = await addFixedBuyer();
    const leadId = await addWaitingLead();
    await expect(reroute(leadId, randomUUID())).rejects.toMatchObject({ code: 'BUYER_NOT_FOUND' });
    await updateBuyer(buyerId, 'erased_at = now()');
    await expect(reroute(leadId, buyerId)).rejects.toMatchObject({ code: 'BUYER_NOT_FOUND' });
    await updateBuyer(buyerId, 'erased_at = NULL');
    await fixture.query("UPDATE leads SET created_at = now() - interval '25 hours'");
    await expect(reroute(leadId, buyerId, { overrideFilters: true })).rejects.toMatchObject({
      code: 'LEAD_NOT_WAITING',
    });
  });

  test('waits for a pause that is in progress, and is then refused', async () => {
    const buyerId = await addFixedBuyer();
    const leadId = await addWaitingLead();
    const commit = await fixture.lockBuyer(buyerId);
    const pause = updateBuyer(buyerId, 'service_enabled = false');
    await eventually(async () => (await fixture.countLockWaiters()) === 1);
    const refused = expect(reroute(leadId, buyerId, { overrideFilters: true })).rejects.toMatchObject({
      code: 'BUYER_NOT_ELIGIBLE',
      info: { obstacle: 'paused' },
    });
    await eventually(async () => (await fixture.countLockWaiters()) >= 2);
    await commit();
    await pause;
    await refused;
    expect(await fixture.listOffers(leadId)).toEqual([]);
  });
});

describe('buyers whose filters match a waiting lead', () => {
  const list = (leadId: string, after: string | null = null, limit = 20) =>
    fixture.client.send(listMatchingBuyers, { leadId, after, limit });

  test('are listed page by page, each with its obstacle', async () => {
    const leadId = await addWaitingLead();
    const buyers = await Promise.all(Array.from({ length: 5 }, () => fixture.addBuyer({ card: false })));
    const other = await addFixedBuyer();
    const sorted = buyers.toSorted();
    await updateBuyer(sorted[0] ?? '', 'service_enabled = false');
    const first = await list(leadId, null, 3);
    expect(first).toEqual({
      buyers: [
        { buyerId: sorted[0], obstacle: 'paused' },
        { buyerId: sorted[1], obstacle: 'no-card' },
        { buyerId: sorted[2], obstacle: 'no-card' },
      ],
      next: sorted[2],
    });
    const second = await list(leadId, first.next, 3);
    expect(second.buyers.map(({ buyerId }) => buyerId)).toEqual(sorted.slice(3));
    expect(second.next).toBeNull();
    expect([...first.buyers, ...second.buyers].map(({ buyerId }) => buyerId)).not.toContain(other);
  });

  test('are refused for an unknown lead', async () => {
    await expect(list(randomUUID())).rejects.toMatchObject({ code: 'LEAD_NOT_FOUND' });
  });
});

test('publishes an audit message for each decision', async () => {
  const buyerId = await addFixedBuyer();
  const [first, second] = [await addWaitingLead(), await addWaitingLead()];
  await withdraw(first);
  await reroute(second, buyerId, { overrideFilters: true });
  expect(await listAuditMessages()).toHaveLength(2);
});

test('expires a lead that has waited longer than LEAD_MAX_AGE_HOURS', async () => {
  const leadId = await addWaitingLead();
  await fixture.query("UPDATE leads SET created_at = now() - interval '23 hours 59 minutes'");
  await fixture.drain();
  expect(await fixture.getStatus(leadId)).toBe('available');
  await fixture.restart([{ LEAD_MAX_AGE_HOURS: '23' }, { LEAD_MAX_AGE_HOURS: '23' }]);
  await eventually(async () => (await fixture.getStatus(leadId)) === 'expired');
});
