import { acceptProviderEvent, leadUndeliverable } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { RefundHelper, type Sale } from './refund-helper.js';
import { deliverUnreliably, seededRandom } from './unreliable-webhooks.js';

describe('events about refunds', () => {
  let billing: BillingHarness;
  let refunds: RefundHelper;

  beforeAll(async () => {
    billing = await BillingHarness.start();
    refunds = new RefundHelper(billing);
  });
  afterAll(() => billing.stop());

  const accept = (event: object) => billing.commands.send(acceptProviderEvent, billing.sign(event));
  const eventsOf = (sale: Sale) => billing.sandbox.listEventsOfPayment(sale.intentId);
  const stateOf = async (sale: Sale) => ({
    purchase: (await billing.findPurchase(sale.offerId))?.status,
    refunds: (await refunds.list(sale)).map(({ status, reason }) => `${reason} ${status}`),
  });

  it.each(['charge.refunded', 'refund.created'])(
    'notice a refund made in the dashboard by %s',
    async (type) => {
      const sale = await refunds.sell();
      await refunds.refundAtProvider(sale);
      const event = (await eventsOf(sale)).find((candidate) => candidate.type === type);
      await accept(event ?? {});
      await refunds.waitForPurchase(sale, 'refunded');
      const [refund] = await refunds.list(sale);
      expect(refund).toMatchObject({ reason: 'made-at-provider', status: 'succeeded' });
      const published = await billing.listPublished(refund?.id ?? '');
      expect(published.map(({ name, queue }) => `${name} to ${queue}`)).toEqual([
        'billing.lead-refunded to lead-router.events',
        'billing.lead-refunded to notifier.events',
      ]);
    },
  );

  it('count a refund that failed without having succeeded, once', async () => {
    const count = () => billing.readCounter('refunds_total{outcome="failed"}');
    const before = await count();
    const sale = await refunds.sell('pm_card_refundFail');
    await refunds.refundAtProvider(sale);
    await eventually(async () => (await refunds.listAtProvider(sale))[0]?.status === 'failed');
    await billing.readProviderEvents();
    await refunds.waitForRefund(sale, 'failed');
    await billing.waitForEvents((await eventsOf(sale)).map(({ id }) => id));
    await eventually(async () => (await count()) === before + 1);
  });

  it('follow a refund that fails after it succeeded', async () => {
    const sale = await refunds.sell('pm_card_refundFail');
    await billing.publish(leadUndeliverable, sale.undeliverable);
    await refunds.waitForPurchase(sale, 'refunded');
    await eventually(async () => (await refunds.listAtProvider(sale))[0]?.status === 'failed');
    await billing.readProviderEvents();
    await refunds.waitForPurchase(sale, 'succeeded');
    await eventually(async () => (await billing.readCounter('refunds_total{outcome="returned"}')) === 1);
    const [refund] = await refunds.list(sale);
    expect(refund).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    const failures = (await billing.listPublished(refund?.id ?? '')).filter(({ name }) =>
      name.endsWith('failed'),
    );
    const payload = { refundId: refund?.id };
    expect(failures).toMatchObject([
      { queue: 'lead-router.events', payload },
      { queue: 'notifier.events', payload },
    ]);
    // Another refund may be requested now.
    await refunds.request(sale);
  });

  it.each([true, undefined])(
    'say whether the lead was undeliverable because of us: %s',
    async (isOurFailure) => {
      const sale = await refunds.sell();
      await billing.publish(leadUndeliverable, {
        ...sale.undeliverable,
        isOurFailure: isOurFailure === true,
      });
      const { id } = await refunds.waitForRefund(sale, 'succeeded');
      await refunds.waitForPurchase(sale, 'refunded');
      const published = await billing.listPublished(id);
      expect(published.map(({ payload }) => payload['isOurFailure'])).toEqual([isOurFailure, isOurFailure]);
    },
  );

  it('raise an alarm for a partial refund, which leaves the lead paid until the rest follows', async () => {
    const sale = await refunds.sell();
    await refunds.refundAtProvider(sale, 3_000);
    await billing.readProviderEvents();
    await refunds.waitForRefund(sale, 'succeeded');
    expect(await billing.findPurchase(sale.offerId)).toMatchObject({ status: 'succeeded' });
    expect(billing.listAlarms(sale.offerId)).toEqual(['partial-refund']);
    await refunds.refundAtProvider(sale);
    await billing.readProviderEvents();
    await refunds.waitForPurchase(sale, 'refunded');
  });

  const lives: readonly [name: string, live: () => Promise<Sale>][] = [
    [
      'refunded in the dashboard',
      async () => {
        const sale = await refunds.sell();
        await refunds.refundAtProvider(sale);
        return sale;
      },
    ],
    [
      'refunded in two parts',
      async () => {
        const sale = await refunds.sell();
        await refunds.refundAtProvider(sale, 3_000);
        await refunds.refundAtProvider(sale);
        return sale;
      },
    ],
    [
      'refunded by us, but the bank returned the money',
      async () => {
        const sale = await refunds.sell('pm_card_refundFail');
        await refunds.request(sale);
        await eventually(async () => (await refunds.listAtProvider(sale))[0]?.status === 'failed');
        return sale;
      },
    ],
  ];

  it.each(lives)(
    'of a lead %s end in the same state in any order, repeated, and partly lost',
    async (_name, live) => {
      const ordered = await live();
      const orderedEvents = await eventsOf(ordered);
      for (const event of orderedEvents) {
        await accept(event);
        await billing.waitForEvents([event.id]);
      }
      const expected = await stateOf(ordered);
      for (let run = 0; run < 4; run += 1) {
        const seed = Math.floor(Math.random() * 2 ** 31);
        const sale = await live();
        const events = await eventsOf(sale);
        expect(events.map(({ type }) => type).toSorted()).toEqual(
          orderedEvents.map(({ type }) => type).toSorted(),
        );
        await deliverUnreliably(events, seededRandom(seed), accept);
        await billing.readProviderEvents();
        await billing.waitForEvents(events.map(({ id }) => id));
        expect({ seed, ...(await stateOf(sale)) }).toEqual({ seed, ...expected });
        expect(await refunds.listAtProvider(sale)).toHaveLength(expected.refunds.length);
      }
    },
  );
});
