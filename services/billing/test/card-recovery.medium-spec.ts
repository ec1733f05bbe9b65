import { randomUUID } from 'node:crypto';
import { acceptProviderEvent, createCardAuthentication, getCard, retryCard, saveCard } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { CLAIM_DUE_NOTICES } from '../src/cards/card-expiry-watch.js';

describe('card recovery', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    billing = await BillingHarness.start();
  });
  afterAll(() => billing.stop());

  const get = (buyerId: string) => billing.commands.send(getCard, { buyerId });
  const decline = async (buyerId: string, paymentMethodId: string, code: string) => {
    await billing.sandbox.setCardBehavior(paymentMethodId, code);
    await billing.waitForStatus(await billing.charge(buyerId), 'failed');
  };
  const report = (type: string, objectId: string) => {
    const event = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      type,
      created: Math.floor(Date.now() / 1_000),
      livemode: false,
      data: { object: { id: objectId, object: 'payment_method' } },
    };
    return billing.commands.send(acceptProviderEvent, billing.sign(event));
  };

  it('allows a declined card once more, and publishes that it is usable', async () => {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    await decline(buyerId, paymentMethodId, 'insufficient_funds');
    expect(await get(buyerId)).toMatchObject({ usable: false, recovery: 'retry' });
    await Promise.all([1, 2].map(() => billing.commands.send(retryCard, { buyerId })));
    expect(await get(buyerId)).toMatchObject({ usable: true, recovery: null });
    expect(await billing.listPublished(`${buyerId}-2`)).toMatchObject([
      { queue: 'accounts.events', payload: { usable: true, version: 2, paymentMethodId } },
      { queue: 'lead-router.events', payload: { usable: true, version: 2, paymentMethodId } },
    ]);
    await billing.sandbox.setCardBehavior(paymentMethodId, 'ok');
    await billing.waitForStatus(await billing.charge(buyerId), 'succeeded');
  });

  it.each(['lost_card', 'stolen_card', 'expired_card'])('asks for another card after %s', async (code) => {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    await decline(buyerId, paymentMethodId, code);
    expect(await get(buyerId)).toMatchObject({ usable: false, recovery: 'replace' });
    for (const command of [retryCard, createCardAuthentication])
      await expect(billing.commands.send(command, { buyerId })).rejects.toMatchObject({
        code: 'CARD_NEEDS_REPLACEMENT',
      });
    await billing.commands.send(saveCard, { buyerId, paymentMethodId });
    expect(await get(buyerId)).toMatchObject({ usable: false, recovery: 'replace' });
    await billing.saveCard(buyerId, 'pm_card_mastercard');
    expect(await get(buyerId)).toMatchObject({ usable: true, recovery: null });
  });

  it('has the owner confirm the card with the bank', async () => {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    await decline(buyerId, paymentMethodId, 'authentication_required');
    expect(await get(buyerId)).toMatchObject({ usable: false, recovery: 'authenticate' });
    await expect(billing.commands.send(retryCard, { buyerId })).rejects.toMatchObject({
      code: 'CARD_NEEDS_REPLACEMENT',
    });
    const setup = await billing.commands.send(createCardAuthentication, { buyerId });
    expect(setup.paymentMethodId).toBe(paymentMethodId);
    await billing.commands.send(saveCard, { buyerId, paymentMethodId });
    expect(await get(buyerId)).toMatchObject({ usable: false, recovery: 'authenticate' });
    await billing.sandbox.setCardBehavior(paymentMethodId, 'ok');
    const [setupIntentId = ''] = setup.clientSecret.split('_secret_');
    expect(await billing.sandbox.confirmSetup(setupIntentId, paymentMethodId)).toBe(paymentMethodId);
    await billing.commands.send(saveCard, { buyerId, paymentMethodId });
    expect(await get(buyerId)).toMatchObject({ usable: true, recovery: null });

    await decline(buyerId, paymentMethodId, 'authentication_required');
    await billing.commands.send(saveCard, { buyerId, paymentMethodId });
    expect(await get(buyerId)).toMatchObject({ usable: false, recovery: 'authenticate' });
  });

  it('keeps the old card until the new one is good', async () => {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    const foreign = await billing.createBuyer('pm_card_mastercard');
    for (const unusable of ['pm_unknown', foreign.paymentMethodId])
      await expect(
        billing.commands.send(saveCard, { buyerId, paymentMethodId: unusable }),
      ).rejects.toMatchObject({ code: 'SETUP_NOT_SUCCEEDED' });
    expect(await get(buyerId)).toMatchObject({ usable: true, card: { brand: 'visa' } });
    await billing.waitForStatus(await billing.charge(buyerId), 'succeeded');
    const { customer } = await billing.sandbox.get(`/v1/payment_methods/${paymentMethodId}`);
    expect(customer).toEqual(expect.any(String));
  });

  it('takes over a new expiry date, and resumes a card that had failed, however often the event arrives', async () => {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    await decline(buyerId, paymentMethodId, 'expired_card');
    await billing.sandbox.post(`/v1/payment_methods/${paymentMethodId}`, {
      'card[exp_month]': '3',
      'card[exp_year]': '2035',
    });
    for (const type of ['payment_method.automatically_updated', 'payment_method.updated'])
      await report(type, paymentMethodId);
    const card = { brand: 'visa', last4: '4242', expMonth: 3, expYear: 2035 };
    await eventually(async () => expect(await get(buyerId)).toEqual({ card, usable: true, recovery: null }));
    await billing.waitForEmptyQueue();
    expect(await billing.listPublished(`${buyerId}-2`)).toHaveLength(2);
    expect(await billing.listPublished(`${buyerId}-3`)).toHaveLength(0);
  });

  it('stops using a card that was removed at the provider', async () => {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    await billing.sandbox.post(`/v1/payment_methods/${paymentMethodId}/detach`, {});
    await report('payment_method.detached', paymentMethodId);
    await eventually(async () =>
      expect(await get(buyerId)).toMatchObject({ usable: false, recovery: 'replace' }),
    );
    expect(await billing.listPublished(`${buyerId}-2`)).toMatchObject([
      { payload: { usable: false } },
      { payload: { usable: false } },
    ]);
    await report('payment_method.updated', 'pm_of_nobody');
    await billing.waitForEmptyQueue();
  });

  it('keeps a card usable that is missing under the API key of another account, until the key is corrected', async () => {
    const { buyerId } = await billing.createBuyer();
    const changeCustomer = (id: string) =>
      billing.pool.query(
        `UPDATE customers u SET stripe_customer_id = $2, stripe_payment_method_id = 'pm_of_another_account'
           FROM customers before WHERE u.buyer_id = $1 AND before.buyer_id = $1
         RETURNING before.stripe_customer_id AS id`,
        [buyerId, id],
      );
    const { rows } = await changeCustomer('cus_of_another_account');
    await report('payment_method.updated', 'pm_of_another_account');
    await eventually(() =>
      expect(billing.log.filter((line) => line['buyerId'] === buyerId)).toContainEqual(
        expect.objectContaining({ alarm: 'provider-rejected-request', reason: 'customer_missing' }),
      ),
    );
    expect(await get(buyerId)).toMatchObject({ usable: true });

    await changeCustomer((rows as { id: string }[])[0]?.id ?? '');
    await eventually(async () =>
      expect(await get(buyerId)).toMatchObject({ usable: false, recovery: 'replace' }),
    );
  });

  it('claims each notice of an expiring card once', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.pool.query('UPDATE customers SET card_exp_month = NULL WHERE buyer_id <> $1', [buyerId]);
    await billing.pool.query(
      'UPDATE customers SET card_exp_month = 6, card_exp_year = 2031 WHERE buyer_id = $1',
      [buyerId],
    );
    const claim = async (now: string) =>
      (await billing.pool.query<object>(CLAIM_DUE_NOTICES, [new Date(now), [30, 7], 100])).rows;
    const days = async (now: string) => (await Promise.all([claim(now), claim(now)])).flat();
    expect(await days('2031-05-31T23:59:00Z')).toEqual([]);
    expect(await days('2031-06-01T00:00:00Z')).toMatchObject([{ buyerId, days: 30, last4: '4242' }]);
    expect(await days('2031-06-23T23:00:00Z')).toEqual([]);
    expect(await days('2031-06-24T00:00:00Z')).toMatchObject([{ buyerId, days: 7 }]);
    expect(await days('2031-06-30T23:00:00Z')).toEqual([]);
    expect(await days('2031-07-01T00:00:00Z')).toEqual([]);
  });
});
