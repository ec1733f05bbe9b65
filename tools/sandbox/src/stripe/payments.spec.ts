import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBuyer, getError, startHarness, createStripe, type Harness } from '../../test/harness.js';

const lead = { amount: 8_000, currency: 'usd' };
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.sandbox.close());

describe('off-session charges', () => {
  it('are created unconfirmed, then confirmed, listed, and expanded with their charge', async () => {
    const { stripe } = harness;
    const { customer, method } = await createBuyer(stripe);
    const created = await stripe.paymentIntents.create({
      ...lead,
      customer,
      payment_method: method,
      metadata: { leadId: 'lead-1' },
      statement_descriptor_suffix: 'LEAD',
    });
    expect(created.status).toBe('requires_confirmation');
    const confirmed = await stripe.paymentIntents.confirm(created.id, {
      off_session: true,
      expand: ['latest_charge'],
    });
    expect(confirmed).toMatchObject({ id: created.id, status: 'succeeded', amount_received: 8_000 });
    expect(confirmed.latest_charge).toMatchObject({
      object: 'charge',
      paid: true,
      payment_intent: created.id,
    });
    const listed = await stripe.paymentIntents.list({ customer, created: { gte: created.created } });
    expect(listed.data.map((one) => one.id)).toEqual([created.id]);
  });

  it('cannot be confirmed twice, nor canceled after they succeeded', async () => {
    const { stripe } = harness;
    const { customer, method } = await createBuyer(stripe);
    const intent = await stripe.paymentIntents.create({
      ...lead,
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
    });
    const again = await getError(stripe.paymentIntents.confirm(intent.id));
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(again.payment_intent).toMatchObject({ id: intent.id, status: 'succeeded' });
    expect(await getError(stripe.paymentIntents.cancel(intent.id))).toMatchObject({ statusCode: 400 });
  });

  it('cannot be confirmed after a cancellation', async () => {
    const { stripe } = harness;
    const { customer, method } = await createBuyer(stripe);
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
    expect((await getError(stripe.paymentIntents.confirm(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
  });

  it('can be listed over several pages', async () => {
    const { stripe } = harness;
    const { customer } = await createBuyer(stripe);
    for (let i = 0; i < 5; i += 1) await stripe.paymentIntents.create({ ...lead, customer });
    const seen: string[] = [];
    for await (const one of stripe.paymentIntents.list({ customer, limit: 2 })) seen.push(one.id);
    expect(new Set(seen).size).toBe(5);
  });
});

describe('declines', () => {
  it('answer 402 with the intent, which then requires another card', async () => {
    const { stripe } = harness;
    const { customer, method } = await createBuyer(stripe, 'pm_card_chargeCustomerFail');
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    const error = await getError(stripe.paymentIntents.confirm(intent.id, { off_session: true }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'card_declined' });
    expect(error.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    const read = await stripe.paymentIntents.retrieve(intent.id);
    expect(read.last_payment_error).toMatchObject({ decline_code: 'generic_decline' });
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const confirmed = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: saved.id,
      off_session: true,
    });
    expect(confirmed.status).toBe('succeeded');
  });

  it.each([
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error'],
    ['pm_card_authenticationRequired', 'authentication_required'],
  ])('decline %s with %s', async (card, decline) => {
    const { stripe } = harness;
    const { id: customer } = await stripe.customers.create();
    const error = await getError(
      stripe.paymentIntents.create({
        ...lead,
        customer,
        payment_method: card,
        confirm: true,
        off_session: true,
      }),
    );
    expect(error).toMatchObject({ statusCode: 402, decline_code: decline });
  });

  it('reject a card at attach', async () => {
    const { stripe } = harness;
    const { id: customer } = await stripe.customers.create();
    const error = await getError(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer }));
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });

  it('follow a changed card behavior', async () => {
    const { stripe, sandbox } = harness;
    const { customer, method } = await createBuyer(stripe);
    await sandbox.control.setCardBehavior(method, 'insufficient_funds');
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    expect((await getError(stripe.paymentIntents.confirm(intent.id))).decline_code).toBe(
      'insufficient_funds',
    );
  });

  it('reject a card that was detached or belongs to another customer', async () => {
    const { stripe } = harness;
    const one = await createBuyer(stripe);
    const other = await createBuyer(stripe);
    const wrong = stripe.paymentIntents.create({
      ...lead,
      customer: other.customer,
      payment_method: one.method,
    });
    expect((await getError(wrong)).statusCode).toBe(400);
    await stripe.paymentMethods.detach(one.method);
    const detached = stripe.paymentIntents.create({
      ...lead,
      customer: one.customer,
      payment_method: one.method,
    });
    expect((await getError(detached)).code).toBe('payment_method_unexpected_state');
  });
});

describe('saving a card', () => {
  const card = {
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  };

  /** Confirms a setup with the publishable key, as the browser does. */
  async function confirmInBrowser(
    secret: string,
    fields: Record<string, string>,
  ): Promise<Record<string, unknown>> {
    const id = secret.split('_secret_')[0] ?? '';
    const data = Object.entries(fields).map(([key, value]): [string, string] => [
      key.replace('card', 'payment_method_data[card]'),
      value,
    ]);
    const response = await fetch(`${harness.sandbox.url}/v1/setup_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_sandbox' },
      body: new URLSearchParams([['client_secret', secret], ['payment_method_data[type]', 'card'], ...data]),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  it('attaches the card to the customer for off-session use', async () => {
    const { stripe } = harness;
    const { id: customer } = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({ customer, usage: 'off_session' });
    const confirmed = await confirmInBrowser(setup.client_secret ?? '', card);
    expect(confirmed).toMatchObject({ status: 'succeeded', customer });
    const method = await stripe.paymentMethods.retrieve(String(confirmed['payment_method']));
    expect(method).toMatchObject({ customer, card: { last4: '4242', exp_year: 2040 } });
  });

  it('requires the client secret', async () => {
    const setup = await harness.stripe.setupIntents.create();
    expect(await confirmInBrowser(`${setup.id}_secret_guess`, card)).toMatchObject({
      error: { code: 'resource_missing' },
    });
  });

  it('declines test cards without storing their number, and rejects real numbers', async () => {
    const setup = await harness.stripe.setupIntents.create();
    const secret = setup.client_secret ?? '';
    const declined = await confirmInBrowser(secret, { ...card, 'card[number]': '4000000000000002' });
    expect(declined).toMatchObject({ error: { code: 'card_declined', setup_intent: { id: setup.id } } });
    const real = await confirmInBrowser(secret, { ...card, 'card[number]': '4539578763621486' });
    expect(real).toMatchObject({ error: { decline_code: 'test_mode_live_card' } });
    const events = await harness.stripe.events.list({ limit: 100 });
    expect(JSON.stringify(events.data)).not.toContain('4000000000000002');
  });

  it('authenticates the cardholder if required and then allows off-session charges', async () => {
    const { stripe, sandbox } = harness;
    const { id: customer } = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({ customer, usage: 'off_session' });
    const secret = setup.client_secret ?? '';
    const pending = await confirmInBrowser(secret, { ...card, 'card[number]': '4000002500003155' });
    expect(pending['status']).toBe('requires_action');
    const authenticated = await sandbox.control.authenticate(setup.id, secret, true);
    expect(authenticated.status).toBe('succeeded');
    const intent = await stripe.paymentIntents.create({
      ...lead,
      customer,
      payment_method: String(authenticated.payment_method),
      confirm: true,
      off_session: true,
    });
    expect(intent.status).toBe('succeeded');
  });
});

describe('refunds', () => {
  const createPayment = async () => {
    const { customer, method } = await createBuyer(harness.stripe);
    return harness.stripe.paymentIntents.create({
      ...lead,
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
    });
  };

  it('refunds a payment once', async () => {
    const { stripe } = harness;
    const { id } = await createPayment();
    const refund = await stripe.refunds.create({ payment_intent: id, reason: 'duplicate' });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 8_000, payment_intent: id });
    expect((await getError(stripe.refunds.create({ payment_intent: id }))).code).toBe(
      'charge_already_refunded',
    );
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1);
    expect((await stripe.refunds.retrieve(refund.id)).id).toBe(refund.id);
  });

  it('never refunds more than was paid', async () => {
    const { stripe } = harness;
    const { id } = await createPayment();
    await stripe.refunds.create({ payment_intent: id, amount: 5_000 });
    expect((await getError(stripe.refunds.create({ payment_intent: id, amount: 5_000 }))).statusCode).toBe(
      400,
    );
  });
});

describe('API keys and parameters', () => {
  it('rejects live, missing, and publishable keys', async () => {
    expect((await getError(createStripe(harness.sandbox, 'sk_live_x').customers.list())).statusCode).toBe(
      401,
    );
    expect((await getError(createStripe(harness.sandbox, 'pk_test_x').customers.list())).code).toBe(
      'secret_key_required',
    );
    expect((await fetch(`${harness.sandbox.url}/v1/customers`)).status).toBe(401);
  });

  it.each([
    'jos\u00e9@example.com',
    'ann@ex\u200bample.com',
    'ann@b\u00fccher.example',
    'ann example.com',
    'ann@example',
  ])('refuses the email address %j', async (email) => {
    expect(await getError(harness.stripe.customers.create({ email }))).toMatchObject({
      statusCode: 400,
      code: 'email_invalid',
      param: 'email',
    });
  });

  it('names the parameter that is missing, unknown, or invalid', async () => {
    const { stripe } = harness;
    const create = (body: object) => getError(stripe.rawRequest('POST', '/v1/payment_intents', body));
    expect(await create({ currency: 'usd' })).toMatchObject({ code: 'parameter_missing', param: 'amount' });
    expect(await create({ ...lead, amout: 1 })).toMatchObject({ code: 'parameter_unknown', param: 'amout' });
    expect(await create({ ...lead, amount: 10 })).toMatchObject({ code: 'amount_too_small' });
    expect(await create({ ...lead, statement_descriptor: 'X' })).toMatchObject({
      param: 'statement_descriptor',
    });
    expect(await getError(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({ statusCode: 404 });
  });
});
