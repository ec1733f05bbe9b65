import { randomUUID } from 'node:crypto';
import { createCardSetup, getCard, saveCard, verifyCardSetup } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';

const CUSTOMERS = { method: 'POST' as const, path: '/v1/customers' };

describe('cards', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    billing = await BillingHarness.start();
  });
  afterEach(() => billing.endFaults());
  afterAll(() => billing.stop());

  const setup = (buyerId: string, email = 'ann@example.com') =>
    billing.commands.send(createCardSetup, { buyerId, email });
  const save = (buyerId: string, paymentMethodId: string) =>
    billing.commands.send(saveCard, { buyerId, paymentMethodId });
  const customer = async (buyerId: string): Promise<{ stripe_customer_id: string } | undefined> => {
    const sql = 'SELECT * FROM customers WHERE buyer_id = $1';
    return (await billing.pool.query<{ stripe_customer_id: string }>(sql, [buyerId])).rows[0];
  };

  it('saves a card and publishes the change', async () => {
    const buyerId = randomUUID();
    const { setupIntentId, clientSecret } = await setup(buyerId);
    expect(clientSecret.startsWith(`${setupIntentId}_secret_`)).toBe(true);
    expect(await billing.commands.send(getCard, { buyerId })).toEqual({
      card: null,
      usable: false,
      recovery: null,
    });

    const paymentMethodId = await billing.sandbox.confirmSetup(setupIntentId, 'pm_card_mastercard');
    const card = { brand: 'mastercard', last4: '4444', expMonth: 12, expYear: expect.any(Number) };
    expect(await save(buyerId, paymentMethodId)).toEqual({ paymentMethodId, version: 1, card });
    expect(await billing.commands.send(getCard, { buyerId })).toEqual({ card, usable: true, recovery: null });
    expect(await billing.listPublished(`${buyerId}-1`)).toEqual(
      ['accounts.events', 'lead-router.events'].map((queue) => ({
        name: 'billing.card-changed',
        queue,
        payload: {
          buyerId,
          version: 1,
          usable: true,
          paymentMethodId,
          cardFingerprint: expect.any(String),
        },
      })),
    );
  });

  it('changes nothing when the current card is saved again, not even after a decline', async () => {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    await Promise.all([save(buyerId, paymentMethodId), save(buyerId, paymentMethodId)]);
    expect(await customer(buyerId)).toMatchObject({ card_version: 1 });

    await billing.sandbox.setCardBehavior(paymentMethodId, 'insufficient_funds');
    await billing.waitForStatus(await billing.charge(buyerId), 'failed');
    expect(await billing.commands.send(getCard, { buyerId })).toMatchObject({ usable: false });
    await save(buyerId, paymentMethodId);
    expect(await customer(buyerId)).toMatchObject({ card_version: 1, card_usable: false });

    await billing.saveCard(buyerId, 'pm_card_amex');
    expect(await customer(buyerId)).toMatchObject({ card_version: 2, card_brand: 'amex', card_usable: true });
  });

  it('keeps a new card usable when a charge of the previous card is declined', async () => {
    const { buyerId } = await billing.createBuyer('pm_card_chargeCustomerFail');
    const CONFIRM = { method: 'POST' as const, path: '/v1/payment_intents/*/confirm' };
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'status', status: 429 });
    const offerId = await billing.charge(buyerId);
    await billing.waitForStatus(offerId, 'unknown');
    await billing.saveCard(buyerId, 'pm_card_visa');
    await billing.sandbox.clearFaults();
    await billing.waitForStatus(offerId, 'failed');
    expect((await billing.listPublished(offerId))[0]?.payload).toMatchObject({
      cardVersion: 1,
      blameCard: true,
    });
    expect(await customer(buyerId)).toMatchObject({ card_version: 2, card_usable: true });
  });

  it('rejects a card that was not set up, belongs to another buyer, or does not exist', async () => {
    const rejection = { code: 'SETUP_NOT_SUCCEEDED' };
    const other = await billing.createBuyer();
    const buyerId = randomUUID();
    await expect(save(buyerId, other.paymentMethodId)).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
    await setup(buyerId);
    await expect(save(buyerId, other.paymentMethodId)).rejects.toMatchObject(rejection);
    await expect(save(buyerId, 'pm_0000')).rejects.toMatchObject(rejection);
    await expect(save(buyerId, 'pm_card_visa')).rejects.toMatchObject(rejection);
    await expect(save(buyerId, '../customers')).rejects.toMatchObject(rejection);
    // Attached without a setup, so the cardholder never consented to off-session charges.
    const customerId = (await customer(buyerId))!.stripe_customer_id;
    const attached = await billing.sandbox.post<{ id: string }>('/v1/payment_methods/pm_card_visa/attach', {
      customer: customerId,
    });
    await expect(save(buyerId, attached.id)).rejects.toMatchObject(rejection);
    expect(await customer(buyerId)).toMatchObject({ card_version: 0, card_usable: false });
  });

  it('verifies a setup only if it succeeded and belongs to this buyer', async () => {
    const verify = (buyerId: string, setupIntentId: string) =>
      billing.commands.send(verifyCardSetup, { buyerId, setupIntentId });
    const rejection = { code: 'SETUP_NOT_SUCCEEDED' };
    const [mine, other] = [randomUUID(), randomUUID()];
    await expect(verify(mine, 'seti_1')).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
    const { setupIntentId } = await setup(mine);
    await setup(other);
    await expect(verify(mine, setupIntentId)).rejects.toMatchObject(rejection);
    const paymentMethodId = await billing.sandbox.confirmSetup(setupIntentId, 'pm_card_visa');
    expect(await verify(mine, setupIntentId)).toEqual({ paymentMethodId });
    await expect(verify(other, setupIntentId)).rejects.toMatchObject(rejection);
    await expect(verify(mine, 'seti_0000')).rejects.toMatchObject(rejection);
    await expect(verify(mine, '../customers')).rejects.toMatchObject(rejection);
  });

  it('saves a card after somebody deleted the customer at the provider', async () => {
    const { buyerId } = await billing.createBuyer();
    const deletedId = (await customer(buyerId))!.stripe_customer_id;
    await billing.sandbox.delete(`/v1/customers/${deletedId}`);
    const setups = await Promise.all([setup(buyerId), setup(buyerId)]);
    const { stripe_customer_id: id } = (await customer(buyerId))!;
    expect(id).not.toBe(deletedId);
    const paymentMethodId = await billing.sandbox.confirmSetup(setups[0].setupIntentId, 'pm_card_visa');
    expect(await save(buyerId, paymentMethodId)).toMatchObject({ paymentMethodId });
    await billing.waitForStatus(await billing.charge(buyerId), 'succeeded');
  });

  it('creates one customer despite lost answers and concurrent requests', async () => {
    const buyerId = randomUUID();
    await billing.sandbox.addFault({ match: CUSTOMERS, kind: 'lost-answer', times: 2 });
    const setups = await Promise.all([setup(buyerId), setup(buyerId), setup(buyerId)]);
    expect(new Set(setups.map(({ setupIntentId }) => setupIntentId)).size).toBe(3);
    const setupIntents = await Promise.all(
      setups.map(({ setupIntentId }) => billing.sandbox.get(`/v1/setup_intents/${setupIntentId}`)),
    );
    const stored = (await customer(buyerId))!.stripe_customer_id;
    expect(setupIntents.map((intent) => intent['customer'])).toEqual([stored, stored, stored]);
  });

  it('creates a customer although the idempotency key holds an error or another email', async () => {
    const buyerId = randomUUID();
    await billing.sandbox.addFault({ match: CUSTOMERS, kind: 'status', status: 500, times: 1 });
    await setup(buyerId);
    const other = randomUUID();
    await billing.sandbox.addFault({ match: CUSTOMERS, kind: 'lost-answer', times: 20 });
    await expect(setup(other, 'old@example.com')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await billing.sandbox.clearFaults();
    // So many lost answers count as an outage, which ends when the provider was asked again.
    await eventually(() => setup(other, 'new@example.com').then(() => true));
    expect(await customer(other)).toMatchObject({ stripe_customer_id: expect.stringMatching(/^cus_/) });
  });

  it('fails with UNAVAILABLE if the provider cannot be reached', async () => {
    await billing.sandbox.addFault({ match: { path: '/v1/**' }, kind: 'lost-request' });
    await expect(setup(randomUUID())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
