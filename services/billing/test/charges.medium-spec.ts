import { randomUUID } from 'node:crypto';
import { chargeOffer, getCard, listPurchases } from '@desk/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { BillingHarness } from './billing.harness.js';
import type { Fault } from './sandbox.js';

const CREATE = '/v1/payment_intents';
const CONFIRM = '/v1/payment_intents/*/confirm';
const READ = '/v1/payment_intents/*';
const post = (path: string): Fault['match'] => ({ method: 'POST', path });

describe('charges', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    billing = await BillingHarness.start();
  });
  afterEach(() => billing.endFaults());
  afterAll(() => billing.stop());

  it('charges the saved card once and publishes the outcome', async () => {
    const { buyerId } = await billing.createBuyer();
    const offer = billing.newOffer(buyerId);
    await billing.publish(chargeOffer, offer);
    const { id, stripe_payment_intent_id } = await billing.waitForOutcome(offer.offerId, 'succeeded', [
      'succeeded',
    ]);

    const [intent] = await billing.sandbox.listIntents(offer.offerId);
    expect(intent).toMatchObject({
      id: stripe_payment_intent_id,
      amount_received: 8_000,
      currency: 'usd',
      metadata: { offer_id: offer.offerId, lead_id: offer.leadId, buyer_id: buyerId, purchase_id: id },
    });
    const { leadId, offerId } = offer;
    expect(await billing.listPublished(offerId)).toEqual([
      {
        name: 'billing.offer-charged',
        queue: 'lead-router.events',
        payload: {
          offerId,
          leadId,
          buyerId,
          purchaseId: id,
          amountCents: 8_000,
          chargedAt: expect.any(String),
        },
      },
    ]);
    const { purchases } = await billing.commands.send(listPurchases, { limit: 1 });
    expect(purchases).toEqual([
      {
        id,
        offerId,
        leadId,
        userId: buyerId,
        amount: '80.00',
        status: 'succeeded',
        stripePaymentIntentId: stripe_payment_intent_id,
        purchasedAt: expect.any(String),
      },
    ]);
  });

  it('declines the offer at once if the card is refused, and disables the card', async () => {
    const { buyerId } = await billing.createBuyer('pm_card_chargeCustomerFail');
    const offerId = await billing.charge(buyerId);
    const declineCode = 'generic_decline';
    const row = await billing.waitForOutcome(offerId, 'failed', ['requires_payment_method']);
    expect(row.decline_code).toBe(declineCode);

    const published = await billing.listPublished(offerId);
    expect(published.map(({ name, queue }) => [name, queue])).toEqual([
      ['billing.offer-declined', 'lead-router.events'],
      ['billing.offer-declined', 'notifier.events'],
    ]);
    expect(published[0]?.payload).toMatchObject({ declineCode, cardVersion: 1, blameCard: true, buyerId });

    const next = await billing.charge(buyerId);
    expect(await billing.waitForOutcome(next, 'failed', [])).toMatchObject({ decline_code: 'no_card' });
  });

  it('declines a buyer without a card without a request to the provider', async () => {
    const offerId = await billing.charge(randomUUID());
    expect(await billing.waitForOutcome(offerId, 'failed', [])).toMatchObject({ decline_code: 'no_card' });
    expect((await billing.listPublished(offerId))[0]?.payload).toMatchObject({
      cardVersion: 0,
      blameCard: true,
    });
  });

  it('keeps cards usable under the API key of another account, and sells once the key is corrected', async () => {
    const { buyerId } = await billing.createBuyer();
    const { rows } = await billing.pool.query<{ id: string }>(
      'SELECT stripe_customer_id AS id FROM customers WHERE buyer_id = $1',
      [buyerId],
    );
    await billing.pool.query(
      "UPDATE customers SET stripe_customer_id = 'cus_of_another_account' WHERE buyer_id = $1",
      [buyerId],
    );
    const offerId = await billing.charge(buyerId);
    await eventually(async () => ((await billing.findPurchase(offerId))?.resolve_attempt ?? 0) >= 2);
    expect(await billing.findPurchase(offerId)).toMatchObject({ status: 'unknown', decline_code: null });
    expect(await billing.listPublished(offerId)).toEqual([]);
    expect(await billing.commands.send(getCard, { buyerId })).toMatchObject({ usable: true });
    expect(billing.listAlarms(offerId)).toContain('provider-rejected-request');
    expect(billing.log.find(({ reason }) => reason === 'customer_missing')).toMatchObject({
      msg: expect.stringContaining('STRIPE_SECRET_KEY'),
    });

    await billing.pool.query('UPDATE purchases SET stripe_customer_id = $2 WHERE offer_id = $1', [
      offerId,
      rows[0]?.id,
    ]);
    await billing.waitForOutcome(offerId, 'succeeded', ['succeeded']);
  });

  it('cancels the intent before the decline if the card is detached between two attempts', async () => {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: post(CONFIRM), kind: 'status', status: 429 });
    const offerId = await billing.charge(buyerId);
    await billing.waitForStatus(offerId, 'unknown');
    await billing.sandbox.post(`/v1/payment_methods/${paymentMethodId}/detach`);
    await billing.sandbox.clearFaults();
    const row = await billing.waitForOutcome(offerId, 'failed', ['canceled']);
    expect(row.decline_code).toBe('card_unusable');
    expect((await billing.listPublished(offerId))[0]?.payload).toMatchObject({ blameCard: true });
  });

  it('reads a decline whose response was lost instead of sending the charge again', async () => {
    const { buyerId } = await billing.createBuyer('pm_card_chargeCustomerFail');
    await billing.sandbox.addFault({ match: post(CONFIRM), kind: 'lost-answer', times: 2 });
    const offerId = await billing.charge(buyerId);
    const row = await billing.waitForOutcome(offerId, 'failed', ['requires_payment_method']);
    expect(row.decline_code).toBe('generic_decline');
    const charges = await billing.sandbox.listEvents(row.stripe_payment_intent_id ?? '');
    expect(charges.map(({ type }) => type)).toEqual(['payment_intent.payment_failed']);
  });

  it('charges an offer once despite repeated and concurrent requests', async () => {
    const { buyerId } = await billing.createBuyer();
    const offer = billing.newOffer(buyerId);
    await Promise.all(Array.from({ length: 12 }, () => billing.publish(chargeOffer, offer)));
    await billing.waitForOutcome(offer.offerId, 'succeeded', ['succeeded']);
    await billing.publish(chargeOffer, offer);
    await billing.waitForEmptyQueue();
    await billing.waitForOutcome(offer.offerId, 'succeeded', ['succeeded']);
    expect(await billing.listPublished(offer.offerId)).toHaveLength(1);
  });

  it('never charges two buyers for one lead, even if requested', async () => {
    const [one, two] = [await billing.createBuyer(), await billing.createBuyer()];
    const leadId = randomUUID();
    const [first, second] = [billing.newOffer(one.buyerId, leadId), billing.newOffer(two.buyerId, leadId)];
    await billing.publish(chargeOffer, first);
    await billing.waitForOutcome(first.offerId, 'succeeded', ['succeeded']);
    const listFaults = () => billing.log.filter(({ message }) => message === chargeOffer.name);
    const faults = listFaults().length;
    await billing.publish(chargeOffer, second);
    await eventually(() => listFaults().length > faults);
    expect(await billing.findPurchase(second.offerId)).toBeUndefined();
    expect(await billing.sandbox.listIntents(second.offerId)).toEqual([]);
  });

  it('raises an alarm and records no outcome if a succeeded intent does not match the purchase', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: post(CONFIRM), kind: 'lost-answer', times: 2 });
    await billing.sandbox.addFault({ match: { method: 'GET', path: READ }, kind: 'status', status: 500 });
    const offerId = await billing.charge(buyerId);
    const row = await billing.waitForStatus(offerId, 'unknown');
    const intentId = row.stripe_payment_intent_id ?? '';
    await billing.sandbox.post(`${CREATE}/${intentId}`, { 'metadata[lead_id]': randomUUID() });
    await billing.sandbox.clearFaults();
    await eventually(() => billing.listAlarms(offerId).includes('intent-mismatch'));
    await billing.waitForOutcome(offerId, 'unknown', ['succeeded']);
    expect(await billing.listPublished(offerId)).toEqual([]);
  });

  it('never confirms an intent that does not match the purchase', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: post(CONFIRM), kind: 'status', status: 429 });
    const offerId = await billing.charge(buyerId);
    const row = await billing.waitForStatus(offerId, 'unknown');
    await billing.sandbox.post(`${CREATE}/${row.stripe_payment_intent_id ?? ''}`, {
      'metadata[lead_id]': 'other',
    });
    await billing.sandbox.clearFaults();
    await eventually(() => billing.listAlarms(offerId).includes('intent-mismatch'));
    await billing.waitForOutcome(offerId, 'unknown', ['requires_confirmation']);
  });
});
