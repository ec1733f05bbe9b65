import { randomUUID } from 'node:crypto';
import {
  type EventContract,
  getEligibility,
  getSoldLead,
  leadDeferred,
  leadRefunded,
  leadRefundFailed,
  type PayloadOf,
  withholdLead,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Fixture, type Offer, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const idsOf = ({ id: offerId, lead_id: leadId, buyer_id: buyerId }: Offer) => ({ offerId, leadId, buyerId });
const eligibilityOf = (buyerId: string) => fixture.client.send(getEligibility, { buyerId });
const stopped = { reason: 'charge-on-hold', hasTooManyUndelivered: true };
const waitUntilStopped = (buyerId: string) =>
  eventually(async () => expect(await eligibilityOf(buyerId)).toMatchObject(stopped));
const waitUntilEligible = (buyerId: string) =>
  eventually(async () => expect((await eligibilityOf(buyerId)).hasTooManyUndelivered).toBeUndefined());
/** Repetitions have another message id, so only their effect shows that they are repetitions. */
const deliver = <E extends EventContract>(event: E, payload: PayloadOf<E>) =>
  fixture.deliver(event, payload, randomUUID());
const defer = (offer: Offer) => deliver(leadDeferred, idsOf(offer));
const newRefund = (offer: Offer) => ({
  ...idsOf(offer),
  refundId: randomUUID(),
  purchaseId: randomUUID(),
  amountCents: 8_000,
});
const at = new Date().toISOString();
const refund = (payment: ReturnType<typeof newRefund>) =>
  deliver(leadRefunded, { ...payment, reason: 'goodwill', refundedAt: at });
/** Sells and delivers this many leads. */
async function sellDelivered(count: number): Promise<void> {
  for (let sold = 0; sold < count; sold += 1) await fixture.reportDelivered(await fixture.sell(), new Date());
  await fixture.drain();
}
async function sellDeferred(): Promise<Offer> {
  const offer = await fixture.sell();
  await defer(offer);
  await fixture.drain();
  return offer;
}

describe('a buyer with a lead that could not be delivered yet', () => {
  test('gets no more leads if the account is new', async () => {
    const buyerId = await fixture.addBuyer();
    await sellDeferred();
    await waitUntilStopped(buyerId);
    const { leadId } = await fixture.post(newLead());
    await fixture.drain();
    expect(await fixture.listOffers(leadId)).toEqual([]);
  });

  test.each<[what: string, act: (offer: Offer) => Promise<unknown>]>([
    ['it is delivered', (offer) => fixture.reportDelivered(offer, new Date())],
    [
      'its buyer sees it',
      ({ lead_id: leadId, buyer_id: buyerId }) => fixture.client.send(getSoldLead, { buyerId, leadId }),
    ],
    ['it is withheld', (offer) => fixture.client.send(withholdLead, idsOf(offer))],
    ['it is refunded', (offer) => refund(newRefund(offer))],
  ])('gets leads again, and those that waited, once %s', async (_what, act) => {
    const buyerId = await fixture.addBuyer();
    const offer = await sellDeferred();
    const { leadId } = await fixture.post(newLead());
    await waitUntilStopped(buyerId);
    await act(offer);
    expect(await fixture.waitForOffer(leadId)).toMatchObject({ buyer_id: buyerId });
    await waitUntilEligible(buyerId);
  });

  test('is not stopped by an attempt that failed before the lead was delivered, seen or refunded', async () => {
    const buyerId = await fixture.addBuyer();
    const [delivered, seen, refunded] = [await fixture.sell(), await fixture.sell(), await fixture.sell()];
    await fixture.reportDelivered(delivered, new Date());
    await fixture.client.send(getSoldLead, { buyerId, leadId: seen.lead_id });
    await refund(newRefund(refunded));
    await fixture.drain();
    for (const offer of [delivered, seen, refunded]) await defer(offer);
    await fixture.drain();
    expect((await eligibilityOf(buyerId)).hasTooManyUndelivered).toBeUndefined();
  });

  test('is stopped again if the refund failed after it succeeded', async () => {
    const buyerId = await fixture.addBuyer();
    const payment = newRefund(await sellDeferred());
    await refund(payment);
    await waitUntilEligible(buyerId);
    await deliver(leadRefundFailed, { ...payment, failedAt: at });
    await waitUntilStopped(buyerId);
  });

  test('may have one more for every ten delivered leads, up to five in all', async () => {
    const buyerId = await fixture.addBuyer({ limit: 100 });
    await sellDelivered(10);
    const first = await sellDeferred();
    expect((await eligibilityOf(buyerId)).hasTooManyUndelivered).toBeUndefined();
    const second = await sellDeferred();
    await waitUntilStopped(buyerId);
    await fixture.reportDelivered(second, new Date());
    await waitUntilEligible(buyerId);
    await fixture.reportDelivered(first, new Date());
    await sellDelivered(45);
    for (let count = 0; count < 5; count += 1) await sellDeferred();
    await waitUntilStopped(buyerId);
    expect(await fixture.query('SELECT undelivered_leads, undelivered_allowance FROM buyers')).toEqual([
      { undelivered_leads: 5, undelivered_allowance: 5 },
    ]);
  });

  test('may get many leads before their deliveries are reported', async () => {
    const buyerId = await fixture.addBuyer();
    const offers = await Promise.all(Array.from({ length: 10 }, () => fixture.sell()));
    expect(new Set(offers.map(({ buyer_id: buyer }) => buyer))).toEqual(new Set([buyerId]));
    expect((await eligibilityOf(buyerId)).hasTooManyUndelivered).toBeUndefined();
  });

  test('is counted exactly while attempts fail, leads arrive and are read at the same moment', async () => {
    const buyerId = await fixture.addBuyer({ limit: 100 });
    const offers: Offer[] = [];
    for (let count = 0; count < 9; count += 1) offers.push(await fixture.sell());
    const reports = offers.filter((_offer, index) => index % 3 === 0).map((offer) => ({ offer }));
    await Promise.all([
      fixture.reportDeliveredTogether(reports),
      fixture.reportDeliveredTogether(reports.toReversed()),
      ...offers.flatMap((offer, index) => [
        defer(offer),
        ...(index % 3 === 0 ? [fixture.reportDelivered(offer, new Date())] : []),
        ...(index % 3 === 1 ? [fixture.client.send(getSoldLead, { buyerId, leadId: offer.lead_id })] : []),
        defer(offer),
      ]),
    ]);
    await fixture.drain();
    expect(await fixture.query('SELECT undelivered_leads FROM buyers')).toEqual([{ undelivered_leads: 3 }]);
  });
});

test('an offer records how many leads were undelivered, and how many might be', async () => {
  await fixture.addBuyer();
  await fixture.sell();
  expect(await fixture.query('SELECT undelivered_leads, undelivered_allowance FROM lead_offers')).toEqual([
    { undelivered_leads: 0, undelivered_allowance: 1 },
  ]);
});
