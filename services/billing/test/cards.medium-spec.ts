import { randomUUID } from 'node:crypto';
import { createCardSetup, getCard, saveCard, verifyCardSetup } from '@desk/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Billing } from './billing.js';

jest.setTimeout(60_000);

const CUSTOMERS = { method: 'POST' as const, path: '/v1/customers' };

describe('saving a card', () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.start();
  });
  afterEach(() => billing.sandbox.clearFaults());
  afterAll(() => billing.stop());

  const setup = (buyerId: string, email = 'ann@example.com') =>
    billing.client.send(createCardSetup, { buyerId, email });
  const save = (buyerId: string, paymentMethodId: string) =>
    billing.client.send(saveCard, { buyerId, paymentMethodId });
  const customer = async (buyerId: string): Promise<{ stripe_customer_id: string } | undefined> => {
    const sql = 'SELECT * FROM customers WHERE buyer_id = $1';
    return (await billing.pool.query<{ stripe_customer_id: string }>(sql, [buyerId])).rows[0];
  };

  it('puts it on file and tells those who need it', async () => {
    const buyerId = randomUUID();
    const { setupIntentId, clientSecret } = await setup(buyerId);
    expect(clientSecret.startsWith(`${setupIntentId}_secret_`)).toBe(true);
    expect(await billing.client.send(getCard, { buyerId })).toEqual({ card: null, usable: false });

    const paymentMethodId = await billing.sandbox.confirmSetup(setupIntentId, 'pm_card_mastercard');
    const card = { brand: 'mastercard', last4: '4444', expMonth: 12, expYear: expect.any(Number) };
    expect(await save(buyerId, paymentMethodId)).toEqual({ paymentMethodId, card });
    expect(await billing.client.send(getCard, { buyerId })).toEqual({ card, usable: true });
    expect(await billing.told(`${buyerId}-1`)).toEqual(
      ['accounts.events', 'lead-router.events'].map((queue) => ({
        name: 'billing.card-changed',
        queue,
        payload: { buyerId, version: 1, usable: true, paymentMethodId },
      })),
    );
  });

  it('is one version however often it is saved, and a new one when it is replaced or was refused', async () => {
    const { buyerId, paymentMethodId } = await billing.buyer();
    await Promise.all([save(buyerId, paymentMethodId), save(buyerId, paymentMethodId)]);
    expect(await customer(buyerId)).toMatchObject({ card_version: 1 });

    await billing.sandbox.setCardBehaviour(paymentMethodId, 'insufficient_funds');
    await billing.untilStatus(await billing.charge(buyerId), 'failed');
    expect(await billing.client.send(getCard, { buyerId })).toMatchObject({ usable: false });
    await save(buyerId, paymentMethodId);
    expect(await customer(buyerId)).toMatchObject({ card_version: 2, card_usable: true });

    await billing.saveCard(buyerId, 'pm_card_amex');
    expect(await customer(buyerId)).toMatchObject({ card_version: 3, card_brand: 'amex', card_usable: true });
  });

  it('a charge of the old card does not put the new one out of use', async () => {
    const { buyerId } = await billing.buyer('pm_card_chargeCustomerFail');
    const CONFIRM = { method: 'POST' as const, path: '/v1/payment_intents/*/confirm' };
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'status', status: 429 });
    const offerId = await billing.charge(buyerId);
    await billing.untilStatus(offerId, 'unknown');
    await billing.saveCard(buyerId, 'pm_card_visa');
    await billing.sandbox.clearFaults();
    await billing.untilStatus(offerId, 'failed');
    expect((await billing.told(offerId))[0]?.payload).toMatchObject({ cardVersion: 1, blameCard: true });
    expect(await customer(buyerId)).toMatchObject({ card_version: 2, card_usable: true });
  });

  it("refuses a card that was not set up, is somebody else's, or does not exist", async () => {
    const refused = { code: 'SETUP_NOT_SUCCEEDED' };
    const other = await billing.buyer();
    const buyerId = randomUUID();
    await expect(save(buyerId, other.paymentMethodId)).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
    await setup(buyerId);
    await expect(save(buyerId, other.paymentMethodId)).rejects.toMatchObject(refused);
    await expect(save(buyerId, 'pm_0000')).rejects.toMatchObject(refused);
    await expect(save(buyerId, 'pm_card_visa')).rejects.toMatchObject(refused);
    await expect(save(buyerId, '../customers')).rejects.toMatchObject(refused);
    // Attached without a set-up: the cardholder was never asked.
    const customerId = (await customer(buyerId))!.stripe_customer_id;
    const attached = await billing.sandbox.post<{ id: string }>('/v1/payment_methods/pm_card_visa/attach', {
      customer: customerId,
    });
    await expect(save(buyerId, attached.id)).rejects.toMatchObject(refused);
    expect(await customer(buyerId)).toMatchObject({ card_version: 0, card_usable: false });
  });

  it('vouches for a set-up only when it succeeded and is this buyer’s', async () => {
    const verify = (buyerId: string, setupIntentId: string) =>
      billing.client.send(verifyCardSetup, { buyerId, setupIntentId });
    const refused = { code: 'SETUP_NOT_SUCCEEDED' };
    const [mine, other] = [randomUUID(), randomUUID()];
    await expect(verify(mine, 'seti_1')).rejects.toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
    const { setupIntentId } = await setup(mine);
    await setup(other);
    await expect(verify(mine, setupIntentId)).rejects.toMatchObject(refused);
    const paymentMethodId = await billing.sandbox.confirmSetup(setupIntentId, 'pm_card_visa');
    expect(await verify(mine, setupIntentId)).toEqual({ paymentMethodId });
    await expect(verify(other, setupIntentId)).rejects.toMatchObject(refused);
    await expect(verify(mine, 'seti_0000')).rejects.toMatchObject(refused);
    await expect(verify(mine, '../customers')).rejects.toMatchObject(refused);
  });

  it('makes one customer, whatever is lost and however often it is begun', async () => {
    const buyerId = randomUUID();
    await billing.sandbox.addFault({ match: CUSTOMERS, kind: 'lost-answer', times: 2 });
    const started = await Promise.all([setup(buyerId), setup(buyerId), setup(buyerId)]);
    expect(new Set(started.map(({ setupIntentId }) => setupIntentId)).size).toBe(3);
    const customers = await Promise.all(
      started.map(({ setupIntentId }) => billing.sandbox.get(`/v1/setup_intents/${setupIntentId}`)),
    );
    const kept = (await customer(buyerId))!.stripe_customer_id;
    expect(customers.map((one) => one['customer'])).toEqual([kept, kept, kept]);
  });

  it('gets by when the provider keeps an error under the key, or the e-mail has changed', async () => {
    const buyerId = randomUUID();
    await billing.sandbox.addFault({ match: CUSTOMERS, kind: 'status', status: 500, times: 1 });
    await setup(buyerId);
    const other = randomUUID();
    await billing.sandbox.addFault({ match: CUSTOMERS, kind: 'lost-answer', times: 20 });
    await expect(setup(other, 'old@example.com')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await billing.sandbox.clearFaults();
    await setup(other, 'new@example.com');
    expect(await customer(other)).toMatchObject({ stripe_customer_id: expect.stringMatching(/^cus_/) });
  });

  it('says UNAVAILABLE when the provider cannot be reached', async () => {
    await billing.sandbox.addFault({ match: { path: '/v1/**' }, kind: 'lost-request' });
    await expect(setup(randomUUID())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
