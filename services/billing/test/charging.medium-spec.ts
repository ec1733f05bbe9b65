import { randomUUID } from 'node:crypto';
import { chargeOffer, getCard, listPurchases } from '@desk/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@desk/testing';
import { Billing } from './billing.js';
import type { Fault } from './sandbox.js';

jest.setTimeout(60_000);

const CREATE = '/v1/payment_intents';
const CONFIRM = '/v1/payment_intents/*/confirm';
const READ = '/v1/payment_intents/*';
const post = (path: string): Fault['match'] => ({ method: 'POST', path });

describe('charging for an offer', () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.start();
  });
  afterEach(() => billing.sandbox.clearFaults());
  afterAll(() => billing.stop());

  it('charges the saved card once and says so', async () => {
    const { buyerId } = await billing.buyer();
    const order = billing.order(buyerId);
    await billing.publish(chargeOffer, order);
    const { id, stripe_payment_intent_id } = await billing.untilSettled(order.offerId, 'succeeded', [
      'succeeded',
    ]);

    const [intent] = await billing.sandbox.intentsOf(order.offerId);
    expect(intent).toMatchObject({
      id: stripe_payment_intent_id,
      amount_received: 8_000,
      currency: 'usd',
      metadata: { offer_id: order.offerId, lead_id: order.leadId, buyer_id: buyerId, purchase_id: id },
    });
    const { leadId, offerId } = order;
    expect(await billing.told(offerId)).toEqual([
      {
        name: 'billing.offer-charged',
        queue: 'lead-router.events',
        payload: {
          ...{ offerId, leadId, buyerId, purchaseId: id, amountCents: 8_000 },
          chargedAt: expect.any(String),
        },
      },
    ]);
    const { purchases } = await billing.client.send(listPurchases, { limit: 1 });
    expect(purchases).toEqual([
      {
        ...{ id, offerId, leadId, userId: buyerId, amount: '80.00', status: 'succeeded' },
        stripePaymentIntentId: stripe_payment_intent_id,
        purchasedAt: expect.any(String),
      },
    ]);
  });

  it.each([
    ['pm_card_chargeCustomerFail', 'generic_decline'],
    ['insufficient_funds', 'insufficient_funds'],
    ['processing_error', 'processing_error'],
    ['authenticate_always', 'authentication_required'],
  ])(
    'a card that is refused (%s) declines the offer at once and takes no more',
    async (card, declineCode) => {
      const { buyerId, paymentMethodId } = await billing.buyer(
        card.startsWith('pm_') ? card : 'pm_card_visa',
      );
      if (!card.startsWith('pm_')) await billing.sandbox.setCardBehaviour(paymentMethodId, card);
      const offerId = await billing.charge(buyerId);
      const row = await billing.untilSettled(offerId, 'failed', ['requires_payment_method']);
      expect(row.decline_code).toBe(declineCode);

      const told = await billing.told(offerId);
      expect(told.map(({ name, queue }) => [name, queue])).toEqual([
        ['billing.offer-declined', 'lead-router.events'],
        ['billing.offer-declined', 'notifier.events'],
      ]);
      expect(told[0]?.payload).toMatchObject({ declineCode, cardVersion: 1, blameCard: true, buyerId });

      const next = await billing.charge(buyerId);
      expect(await billing.untilSettled(next, 'failed', [])).toMatchObject({ decline_code: 'no_card' });
    },
  );

  it('a buyer without any card is declined without asking the provider', async () => {
    const offerId = await billing.charge(randomUUID());
    expect(await billing.untilSettled(offerId, 'failed', [])).toMatchObject({ decline_code: 'no_card' });
    expect((await billing.told(offerId))[0]?.payload).toMatchObject({ cardVersion: 0, blameCard: true });
  });

  it('a card that was taken off is declined, and nothing is charged', async () => {
    const { buyerId, paymentMethodId } = await billing.buyer();
    await billing.sandbox.post(`/v1/payment_methods/${paymentMethodId}/detach`);
    const offerId = await billing.charge(buyerId);
    expect(await billing.untilSettled(offerId, 'failed', [])).toMatchObject({
      decline_code: 'card_unusable',
    });
  });

  it('a key of another account blames no card, and sells once the right one is there', async () => {
    const { buyerId } = await billing.buyer();
    const { rows } = await billing.pool.query<{ id: string }>(
      'SELECT stripe_customer_id AS id FROM customers WHERE buyer_id = $1',
      [buyerId],
    );
    await billing.pool.query(
      "UPDATE customers SET stripe_customer_id = 'cus_of_another_account' WHERE buyer_id = $1",
      [buyerId],
    );
    const offerId = await billing.charge(buyerId);
    await eventually(async () => ((await billing.purchase(offerId))?.resolve_attempt ?? 0) >= 2);
    expect(await billing.purchase(offerId)).toMatchObject({ status: 'unknown', decline_code: null });
    expect(await billing.told(offerId)).toEqual([]);
    expect(await billing.client.send(getCard, { buyerId })).toMatchObject({ usable: true });
    expect(billing.alarms(offerId)).toContain('provider-refuses-us');
    expect(billing.log.find(({ reason }) => reason === 'customer_missing')).toMatchObject({
      msg: expect.stringContaining('STRIPE_SECRET_KEY'),
    });

    await billing.pool.query('UPDATE purchases SET stripe_customer_id = $2 WHERE offer_id = $1', [
      offerId,
      rows[0]?.id,
    ]);
    await billing.untilSettled(offerId, 'succeeded', ['succeeded']);
  });

  it('a card that is taken off between two tries has its intent cancelled before the offer is declined', async () => {
    const { buyerId, paymentMethodId } = await billing.buyer();
    await billing.sandbox.addFault({ match: post(CONFIRM), kind: 'status', status: 429 });
    const offerId = await billing.charge(buyerId);
    await billing.untilStatus(offerId, 'unknown');
    await billing.sandbox.post(`/v1/payment_methods/${paymentMethodId}/detach`);
    await billing.sandbox.clearFaults();
    const row = await billing.untilSettled(offerId, 'failed', ['canceled']);
    expect(row.decline_code).toBe('card_unusable');
    expect((await billing.told(offerId))[0]?.payload).toMatchObject({ blameCard: true });
  });

  // The provider's client repeats a closed connection once by itself, so two are cut.
  it.each<[string, Fault]>([
    ['the answer of the creation is lost', { match: post(CREATE), kind: 'lost-answer', times: 2 }],
    ['the request of the creation is lost', { match: post(CREATE), kind: 'lost-request', times: 2 }],
    ['the answer of the confirmation is lost', { match: post(CONFIRM), kind: 'lost-answer', times: 2 }],
    ['the request of the confirmation is lost', { match: post(CONFIRM), kind: 'lost-request', times: 2 }],
    ['the creation is slower than we wait', { match: post(CREATE), kind: 'latency', ms: 1_500, times: 1 }],
    [
      'the confirmation is slower than we wait',
      { match: post(CONFIRM), kind: 'latency', ms: 1_500, times: 1 },
    ],
    ['the creation fails with 500', { match: post(CREATE), kind: 'status', status: 500, times: 1 }],
    ['the confirmation fails with 500', { match: post(CONFIRM), kind: 'status', status: 500, times: 1 }],
    ['503, again and again', { match: post(CONFIRM), kind: 'status', status: 503, times: 3 }],
    [
      'the creation says 500 and is done',
      { match: post(CREATE), kind: 'status', status: 500, times: 1, effect: true },
    ],
    [
      'the confirmation says 500 and is done',
      { match: post(CONFIRM), kind: 'status', status: 500, times: 1, effect: true },
    ],
    ['too many requests (429)', { match: post(CREATE), kind: 'status', status: 429, times: 2 }],
    ['too many confirmations (429)', { match: post(CONFIRM), kind: 'status', status: 429, times: 2 }],
    ['a conflict at the creation (409)', { match: post(CREATE), kind: 'status', status: 409, times: 1 }],
    ['a conflict at the confirmation (409)', { match: post(CONFIRM), kind: 'status', status: 409, times: 1 }],
  ])('is charged exactly once although %s', async (_name, fault) => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault(fault);
    const offerId = await billing.charge(buyerId);
    const row = await billing.untilSettled(offerId, 'succeeded', ['succeeded']);
    expect(row.resolve_attempt).toBeGreaterThan(0);
    expect((await billing.told(offerId)).map(({ name }) => name)).toEqual(['billing.offer-charged']);
  });

  it('a decline whose answer is lost is found out, and not sent again', async () => {
    const { buyerId } = await billing.buyer('pm_card_chargeCustomerFail');
    await billing.sandbox.addFault({ match: post(CONFIRM), kind: 'lost-answer', times: 2 });
    const offerId = await billing.charge(buyerId);
    const row = await billing.untilSettled(offerId, 'failed', ['requires_payment_method']);
    expect(row.decline_code).toBe('generic_decline');
    const charges = await billing.sandbox.eventsOf(row.stripe_payment_intent_id ?? '');
    expect(charges.map(({ type }) => type)).toEqual(['payment_intent.payment_failed']);
  });

  it('waits while the provider is still working on it', async () => {
    const { buyerId, paymentMethodId } = await billing.buyer();
    await billing.sandbox.setCardBehaviour(paymentMethodId, 'processing');
    const offerId = await billing.charge(buyerId);
    const row = await billing.untilStatus(offerId, 'unknown');
    expect(await billing.told(offerId)).toEqual([]);
    await billing.sandbox.settle(row.stripe_payment_intent_id ?? '', true);
    await billing.untilSettled(offerId, 'succeeded', ['succeeded']);
  });

  it('is charged once however often and however much at once it is ordered', async () => {
    const { buyerId } = await billing.buyer();
    const order = billing.order(buyerId);
    await Promise.all(Array.from({ length: 12 }, () => billing.publish(chargeOffer, order)));
    await billing.untilSettled(order.offerId, 'succeeded', ['succeeded']);
    await billing.publish(chargeOffer, order);
    await billing.queueIsEmpty();
    await billing.untilSettled(order.offerId, 'succeeded', ['succeeded']);
    expect(await billing.told(order.offerId)).toHaveLength(1);
  });

  it('never charges two buyers for one lead, whatever it is told', async () => {
    const [one, two] = [await billing.buyer(), await billing.buyer()];
    const leadId = randomUUID();
    const [first, second] = [billing.order(one.buyerId, leadId), billing.order(two.buyerId, leadId)];
    await billing.publish(chargeOffer, first);
    await billing.untilSettled(first.offerId, 'succeeded', ['succeeded']);
    await billing.publish(chargeOffer, second);
    await eventually(() => billing.log.some(({ message }) => message === 'billing.charge-offer'));
    expect(await billing.purchase(second.offerId)).toBeUndefined();
    expect(await billing.sandbox.intentsOf(second.offerId)).toEqual([]);
  });

  it('never sells on an intent that is not what was ordered: it raises the alarm and leaves it', async () => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault({ match: post(CONFIRM), kind: 'lost-answer', times: 2 });
    await billing.sandbox.addFault({ match: { method: 'GET', path: READ }, kind: 'status', status: 500 });
    const offerId = await billing.charge(buyerId);
    const row = await billing.untilStatus(offerId, 'unknown');
    const intentId = row.stripe_payment_intent_id ?? '';
    await billing.sandbox.post(`${CREATE}/${intentId}`, { 'metadata[lead_id]': randomUUID() });
    await billing.sandbox.clearFaults();
    await eventually(() => billing.alarms(offerId).includes('intent-mismatch'), { timeoutMs: 20_000 });
    await billing.untilSettled(offerId, 'unknown', ['succeeded']);
    expect(await billing.told(offerId)).toEqual([]);
  });

  it('never confirms an intent that is not what was ordered', async () => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault({ match: post(CONFIRM), kind: 'status', status: 429 });
    const offerId = await billing.charge(buyerId);
    const row = await billing.untilStatus(offerId, 'unknown');
    await billing.sandbox.post(`${CREATE}/${row.stripe_payment_intent_id ?? ''}`, {
      'metadata[lead_id]': 'other',
    });
    await billing.sandbox.clearFaults();
    await eventually(() => billing.alarms(offerId).includes('intent-mismatch'), { timeoutMs: 20_000 });
    await billing.untilSettled(offerId, 'unknown', ['requires_confirmation']);
  });
});
