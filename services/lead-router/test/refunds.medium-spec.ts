import { randomUUID } from 'node:crypto';
import { buyerReviewChanged, getEligibility, leadRefunded, leadRefundFailed } from '@desk/contracts';
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

async function sell() {
  const buyerId = await fixture.addBuyer();
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
const eligibilityOf = (buyerId: string) => fixture.client.send(getEligibility, { buyerId });

describe('a refund', () => {
  test('of an undeliverable lead returns the slot of the day, once, and is not counted as spent', async () => {
    const sale = await sell();
    await fixture.deliver(leadRefunded, { ...sale, reason: 'undeliverable', refundedAt: at });
    await fixture.deliver(leadRefunded, { ...sale, reason: 'undeliverable', refundedAt: at });
    await eventually(() => isRefunded(sale.leadId));
    await fixture.drain();
    expect(await eligibilityOf(sale.buyerId)).toMatchObject({ leadsToday: 0, spentTodayCents: 0 });
  });

  test('for another reason keeps the slot in use', async () => {
    const sale = await sell();
    await fixture.deliver(leadRefunded, { ...sale, reason: 'goodwill', refundedAt: at });
    await eventually(() => isRefunded(sale.leadId));
    expect(await eligibilityOf(sale.buyerId)).toMatchObject({ leadsToday: 1, spentTodayCents: 0 });
  });

  test('that failed does not count, even if the failure arrives first', async () => {
    const sale = await sell();
    await fixture.deliver(leadRefundFailed, { ...sale, failedAt: at });
    await fixture.drain();
    await fixture.deliver(leadRefunded, { ...sale, reason: 'goodwill', refundedAt: at });
    await fixture.drain();
    expect(await isRefunded(sale.leadId)).toBe(false);
  });
});

test('a dispute stops the service until the review ends, and an older version changes nothing', async () => {
  const buyerId = await fixture.addBuyer();
  await fixture.deliver(buyerReviewChanged, { buyerId, version: 1, isUnderReview: true, at });
  await eventually(async () => (await eligibilityOf(buyerId)).isUnderReview === true);
  expect(await fixture.query('SELECT 1 FROM buyers WHERE id = $1 AND is_open', [buyerId])).toEqual([]);
  await fixture.deliver(buyerReviewChanged, { buyerId, version: 2, isUnderReview: false, at });
  await eventually(async () => (await eligibilityOf(buyerId)).reason === 'waiting-for-supply');
  await fixture.deliver(buyerReviewChanged, { buyerId, version: 1, isUnderReview: true, at });
  await fixture.drain();
  expect((await eligibilityOf(buyerId)).isUnderReview).toBeUndefined();
});
