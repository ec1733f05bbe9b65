import { randomUUID } from 'node:crypto';
import {
  buyerReviewChanged,
  buyerSettingsChanged,
  getEligibility,
  leadRefunded,
  leadRefundFailed,
  type MoneyBackReason,
  setDailyLimit,
  setService,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startFixture, type Fixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const caller = { address: '203.0.113.7', userAgent: 'Mozilla/5.0' };

const sell = async () => sellTo(await fixture.addBuyer());

/** Sells a lead to this buyer, who must be the one who has waited longest. */
async function sellTo(buyerId: string) {
  const { leadId } = await fixture.post(newLead());
  const offer = await fixture.waitForOffer(leadId);
  await fixture.charge(offer);
  await eventually(async () => (await fixture.getStatus(leadId)) === 'sold');
  const ids = { refundId: randomUUID(), purchaseId: randomUUID(), offerId: offer.id, leadId, buyerId };
  return { ...ids, amountCents: 8_000 };
}
const at = new Date().toISOString();
const isRefunded = async (leadId: string): Promise<boolean> =>
  (await fixture.query('SELECT 1 FROM sold_leads WHERE lead_id = $1 AND refunded_at IS NOT NULL', [leadId]))
    .length === 1;
/** Delivers the event under a new message id, so that only its effect shows whether it is a repetition. */
const deliverRefund = (sale: Awaited<ReturnType<typeof sell>>, reason: MoneyBackReason) =>
  fixture.deliver(leadRefunded, { ...sale, reason, refundedAt: at }, randomUUID());
async function refund(sale: Awaited<ReturnType<typeof sell>>, reason: MoneyBackReason): Promise<void> {
  await deliverRefund(sale, reason);
  await eventually(() => isRefunded(sale.leadId));
  await fixture.drain();
}
const listPauses = async (ofBuyer: string) =>
  (await fixture.listPublished(buyerSettingsChanged, 'notifier.events')).filter(
    ({ buyerId, serviceEnabled, isDeliveryPause }) =>
      buyerId === ofBuyer && !serviceEnabled && isDeliveryPause === true,
  );
const eligibilityOf = (buyerId: string) => fixture.client.send(getEligibility, { buyerId });

describe('a refund', () => {
  test.each(['undeliverable', 'goodwill'] as const)(
    'is not counted as spent, and keeps the slot of the day in use (%s)',
    async (reason) => {
      const sale = await sell();
      await refund(sale, reason);
      expect(await eligibilityOf(sale.buyerId)).toMatchObject({ leadsToday: 1, spentTodayCents: 0 });
    },
  );

  test('that failed does not count, even if the failure arrives first', async () => {
    const sale = await sell();
    await fixture.deliver(leadRefundFailed, { ...sale, failedAt: at });
    await fixture.drain();
    await fixture.deliver(leadRefunded, { ...sale, reason: 'goodwill', refundedAt: at });
    await fixture.drain();
    expect(await isRefunded(sale.leadId)).toBe(false);
  });
});

test('the newer of two refunds stays, whatever arrives first', async () => {
  const sale = await sell();
  const [older, newer] = [{ ...sale, refundId: randomUUID() }, sale];
  const minute = (count: number) => new Date(Date.parse(at) + count * 60_000).toISOString();
  for (const [ids, refundedAt] of [
    [newer, minute(2)],
    [older, minute(0)],
  ] as const) {
    await fixture.deliver(leadRefunded, { ...ids, reason: 'goodwill', refundedAt }, randomUUID());
    await fixture.drain();
  }
  await fixture.deliver(leadRefundFailed, { ...older, failedAt: minute(1) });
  await fixture.drain();
  expect(await isRefunded(sale.leadId)).toBe(true);
});

describe('an undeliverable lead', () => {
  const isActive = async (buyerId: string) => (await eligibilityOf(buyerId)).serviceEnabled;
  const setServiceTo = async (buyerId: string, serviceEnabled: boolean, origin: object = {}) => {
    const { changeNumber } = await eligibilityOf(buyerId);
    const request = { buyerId, serviceEnabled, caller, changeNumber, ...origin };
    await fixture.client.send(setService, request);
    return request;
  };
  const resume = (buyerId: string) => setServiceTo(buyerId, true);
  const resumeAsAdmin = (buyerId: string) =>
    setServiceTo(buyerId, true, { actorId: randomUUID(), reason: 'The mailbox works again.' });
  const pauseForDelivery = async (buyerId: string) => refund(await sellTo(buyerId), 'undeliverable');
  /** Returns a buyer with so many delivery pauses, all but the last of which the agent has ended. */
  const addPausedBuyer = async (pauses: number): Promise<string> => {
    const buyerId = await fixture.addBuyer();
    await pauseForDelivery(buyerId);
    for (let count = 1; count < pauses; count += 1) {
      await resume(buyerId);
      await pauseForDelivery(buyerId);
    }
    return buyerId;
  };
  const refusal = { code: 'RESUMPTION_NEEDS_ADMIN' };

  test('pauses the service of its buyer until the agent resumes it', async () => {
    const sale = await sell();
    await refund(sale, 'undeliverable');
    expect(await eligibilityOf(sale.buyerId)).toMatchObject({
      serviceEnabled: false,
      reason: 'paused',
      isDeliveryPause: true,
    });
    const { leadId } = await fixture.post(newLead());
    await fixture.drain();
    expect(await fixture.listOffers(leadId)).toEqual([]);
    await resume(sale.buyerId);
    expect(await fixture.waitForOffer(leadId)).toMatchObject({ buyer_id: sale.buyerId });
    expect((await eligibilityOf(sale.buyerId)).isDeliveryPause).toBeUndefined();
  });

  test('publishes one pause, however often the refund event arrives', async () => {
    const sale = await sell();
    await refund(sale, 'undeliverable');
    await refund(sale, 'undeliverable');
    expect(await listPauses(sale.buyerId)).toMatchObject([
      {
        version: 2,
        setting: 'serviceEnabled',
        serviceEnabled: false,
        isDeliveryPause: true,
        previous: { serviceEnabled: true, dailyLeadLimit: 25 },
        caller: null,
      },
    ]);
  });

  test('pauses nothing after the agent has resumed, if it was sold before the pause', async () => {
    const first = await sell();
    const second = await sellTo(first.buyerId);
    await refund(first, 'undeliverable');
    await resume(first.buyerId);
    await refund(second, 'undeliverable');
    await refund(first, 'undeliverable');
    expect(await isActive(first.buyerId)).toBe(true);

    await refund(await sellTo(first.buyerId), 'undeliverable');
    expect(await isActive(first.buyerId)).toBe(false);
    expect(await listPauses(first.buyerId)).toHaveLength(2);
  });

  test('overrides a resumption that was requested before it and arrives later', async () => {
    const sale = await sell();
    const { changeNumber } = await eligibilityOf(sale.buyerId);
    await refund(sale, 'undeliverable');
    const late = { buyerId: sale.buyerId, serviceEnabled: true, caller, changeNumber };
    await expect(fixture.client.send(setService, late)).rejects.toMatchObject({ code: 'SETTINGS_CHANGED' });
    expect(await isActive(sale.buyerId)).toBe(false);
  });

  test('leaves the resumption to an admin from the third pause within 7 days on', async () => {
    const buyerId = await addPausedBuyer(2);
    expect((await eligibilityOf(buyerId)).resumptionNeedsAdmin).toBeUndefined();
    const succeeded = await resume(buyerId);
    await pauseForDelivery(buyerId);
    expect(await eligibilityOf(buyerId)).toMatchObject({ serviceEnabled: false, resumptionNeedsAdmin: true });
    expect((await listPauses(buyerId)).map(({ resumptionNeedsAdmin }) => resumptionNeedsAdmin)).toEqual([
      ...[undefined, undefined, true],
    ]);

    const attempts = await Promise.allSettled([resume(buyerId), resume(buyerId), resume(buyerId)]);
    expect(attempts).toMatchObject(attempts.map(() => ({ status: 'rejected', reason: refusal })));
    await expect(fixture.client.send(setService, succeeded)).rejects.toMatchObject(refusal);
    expect(await isActive(buyerId)).toBe(false);
  });

  test('that an admin must review still lets the agent pause and change the daily limit', async () => {
    const buyerId = await addPausedBuyer(3);
    const { changeNumber } = await eligibilityOf(buyerId);
    await fixture.client.send(setDailyLimit, { buyerId, dailyLeadLimit: 7, caller, changeNumber });
    await setServiceTo(buyerId, false);
    expect(await eligibilityOf(buyerId)).toMatchObject({ dailyLeadLimit: 7, resumptionNeedsAdmin: true });
    await expect(resume(buyerId)).rejects.toMatchObject(refusal);
  });

  test('does not count any more once an admin has resumed the service', async () => {
    const buyerId = await addPausedBuyer(3);
    const resumption = await resumeAsAdmin(buyerId);
    expect(await eligibilityOf(buyerId)).toMatchObject({ serviceEnabled: true });
    await setServiceTo(buyerId, false);
    await resume(buyerId);
    await pauseForDelivery(buyerId);
    await resume(buyerId);
    await pauseForDelivery(buyerId);
    await resume(buyerId);
    await pauseForDelivery(buyerId);

    await expect(fixture.client.send(setService, resumption)).rejects.toMatchObject({
      code: 'SETTINGS_CHANGED',
    });
    await expect(resume(buyerId)).rejects.toMatchObject(refusal);
  });

  test('does not count after 7 days', async () => {
    const buyerId = await addPausedBuyer(2);
    await fixture.query(
      `UPDATE buyers SET delivery_pauses = ARRAY(SELECT at - interval '7 days' FROM unnest(delivery_pauses) at)`,
    );
    for (let pause = 1; pause <= 2; pause += 1) {
      await resume(buyerId);
      await pauseForDelivery(buyerId);
      expect((await eligibilityOf(buyerId)).resumptionNeedsAdmin).toBeUndefined();
    }
    await resume(buyerId);
    await pauseForDelivery(buyerId);
    await expect(resume(buyerId)).rejects.toMatchObject(refusal);
  });

  test('counts even if the agent pauses the service before it is refunded', async () => {
    const buyerId = await addPausedBuyer(2);
    await resume(buyerId);
    const sale = await sellTo(buyerId);
    await setServiceTo(buyerId, false);
    expect((await eligibilityOf(buyerId)).isDeliveryPause).toBeUndefined();
    await refund(sale, 'undeliverable');
    expect(await eligibilityOf(buyerId)).toMatchObject({ isDeliveryPause: true, resumptionNeedsAdmin: true });
    expect((await listPauses(buyerId)).at(-1)).toMatchObject({ previous: { serviceEnabled: false } });
    await expect(resume(buyerId)).rejects.toMatchObject(refusal);
  });

  test('pauses nothing if the lead was refunded for another reason', async () => {
    const sale = await sell();
    await refund(sale, 'not-delivered');
    expect(await isActive(sale.buyerId)).toBe(true);
  });

  test('pauses nothing if the failure was ours, but is refunded', async () => {
    const sale = await sell();
    const event = { ...sale, reason: 'undeliverable', refundedAt: at, isOurFailure: true } as const;
    await fixture.deliver(leadRefunded, event);
    await eventually(() => isRefunded(sale.leadId));
    await fixture.drain();
    expect(await isActive(sale.buyerId)).toBe(true);
    expect(await listPauses(sale.buyerId)).toEqual([]);
  });

  test('rolls the refund back with the pause', async () => {
    const sale = await sell();
    await fixture.query(
      "ALTER TABLE buyer_feed ADD CONSTRAINT broken CHECK (kind <> 'eligibility-changed') NOT VALID",
    );
    await deliverRefund(sale, 'undeliverable');
    await eventually(async () => (await fixture.countDelayedEvents()) > 0);
    expect(await isRefunded(sale.leadId)).toBe(false);
    expect(await isActive(sale.buyerId)).toBe(true);
    await fixture.query('ALTER TABLE buyer_feed DROP CONSTRAINT broken');
    await eventually(() => isRefunded(sale.leadId));
    expect(await isActive(sale.buyerId)).toBe(false);
  });
});

test('a dispute stops the service until the review ends, and an older version changes nothing', async () => {
  const buyerId = await fixture.addBuyer();
  await fixture.deliver(buyerReviewChanged, { buyerId, version: 1, isUnderReview: true, at });
  await eventually(async () => (await eligibilityOf(buyerId)).isUnderReview === true);
  expect(await fixture.query('SELECT 1 FROM buyers WHERE id = $1 AND is_eligible', [buyerId])).toEqual([]);
  await fixture.deliver(buyerReviewChanged, { buyerId, version: 2, isUnderReview: false, at });
  await eventually(async () => (await eligibilityOf(buyerId)).reason === 'waiting-for-supply');
  await fixture.deliver(buyerReviewChanged, { buyerId, version: 1, isUnderReview: true, at });
  await fixture.drain();
  expect((await eligibilityOf(buyerId)).isUnderReview).toBeUndefined();
});
