import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buyer, failure, startBench, stripeFor, type Bench } from '../../test/harness.js';

const lead = { amount: 8_000, currency: 'usd' };
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.sandbox.close());

describe('a charge off session', () => {
  it('is created unconfirmed, confirmed, listed and read with its charge', async () => {
    const { stripe } = bench;
    const { customer, method } = await buyer(stripe);
    const created = await stripe.paymentIntents.create({
      ...lead,
      customer,
      payment_method: method,
      metadata: { leadId: 'lead-1' },
      statement_descriptor_suffix: 'LEAD',
    });
    expect(created.status).toBe('requires_confirmation');
    const done = await stripe.paymentIntents.confirm(created.id, {
      off_session: true,
      expand: ['latest_charge'],
    });
    expect(done).toMatchObject({ id: created.id, status: 'succeeded', amount_received: 8_000 });
    expect(done.latest_charge).toMatchObject({ object: 'charge', paid: true, payment_intent: created.id });
    const listed = await stripe.paymentIntents.list({ customer, created: { gte: created.created } });
    expect(listed.data.map((one) => one.id)).toEqual([created.id]);
    const found = await stripe.paymentIntents.search({
      query: "metadata['leadId']:'lead-1' AND status:'succeeded'",
    });
    expect(found.data).toHaveLength(1);
  });

  it('cannot be confirmed twice, nor cancelled once it succeeded', async () => {
    const { stripe } = bench;
    const { customer, method } = await buyer(stripe);
    const intent = await stripe.paymentIntents.create({
      ...lead,
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
    });
    const again = await failure(stripe.paymentIntents.confirm(intent.id));
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(again.payment_intent).toMatchObject({ id: intent.id, status: 'succeeded' });
    expect(await failure(stripe.paymentIntents.cancel(intent.id))).toMatchObject({ statusCode: 400 });
  });

  it('is refused for ever after a cancel', async () => {
    const { stripe } = bench;
    const { customer, method } = await buyer(stripe);
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
    expect((await failure(stripe.paymentIntents.confirm(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
  });

  it('walks all pages', async () => {
    const { stripe } = bench;
    const { customer } = await buyer(stripe);
    for (let i = 0; i < 5; i += 1) await stripe.paymentIntents.create({ ...lead, customer });
    const seen: string[] = [];
    for await (const one of stripe.paymentIntents.list({ customer, limit: 2 })) seen.push(one.id);
    expect(new Set(seen).size).toBe(5);
  });
});

describe('declines', () => {
  it('at the charge of a saved card: 402 with the intent, which waits for another card', async () => {
    const { stripe } = bench;
    const { customer, method } = await buyer(stripe, 'pm_card_chargeCustomerFail');
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    const error = await failure(stripe.paymentIntents.confirm(intent.id, { off_session: true }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'card_declined' });
    expect(error.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    const read = await stripe.paymentIntents.retrieve(intent.id);
    expect(read.last_payment_error).toMatchObject({ decline_code: 'generic_decline' });
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const done = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: saved.id,
      off_session: true,
    });
    expect(done.status).toBe('succeeded');
  });

  it.each([
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error'],
    ['pm_card_authenticationRequired', 'authentication_required'],
  ])('%s declines with %s', async (card, decline) => {
    const { stripe } = bench;
    const { id: customer } = await stripe.customers.create();
    const error = await failure(
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

  it('at attach', async () => {
    const { stripe } = bench;
    const { id: customer } = await stripe.customers.create();
    const error = await failure(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer }));
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
  });

  it('when a saved card goes bad', async () => {
    const { stripe, sandbox } = bench;
    const { customer, method } = await buyer(stripe);
    await sandbox.control.setCardBehaviour(method, 'insufficient_funds');
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    expect((await failure(stripe.paymentIntents.confirm(intent.id))).decline_code).toBe('insufficient_funds');
  });

  it('a card of another customer or one taken off cannot be charged', async () => {
    const { stripe } = bench;
    const one = await buyer(stripe);
    const other = await buyer(stripe);
    const wrong = stripe.paymentIntents.create({
      ...lead,
      customer: other.customer,
      payment_method: one.method,
    });
    expect((await failure(wrong)).statusCode).toBe(400);
    await stripe.paymentMethods.detach(one.method);
    const detached = stripe.paymentIntents.create({
      ...lead,
      customer: one.customer,
      payment_method: one.method,
    });
    expect((await failure(detached)).code).toBe('payment_method_unexpected_state');
  });
});

describe('saving a card', () => {
  const card = {
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  };

  /** As the browser does, with the publishable key. */
  async function confirmInBrowser(
    secret: string,
    fields: Record<string, string>,
  ): Promise<Record<string, unknown>> {
    const id = secret.split('_secret_')[0] ?? '';
    const data = Object.entries(fields).map(([key, value]): [string, string] => [
      key.replace('card', 'payment_method_data[card]'),
      value,
    ]);
    const response = await fetch(`${bench.sandbox.url}/v1/setup_intents/${id}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_sandbox' },
      body: new URLSearchParams([['client_secret', secret], ['payment_method_data[type]', 'card'], ...data]),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  it('attaches the card to the customer for use off session', async () => {
    const { stripe } = bench;
    const { id: customer } = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({ customer, usage: 'off_session' });
    const confirmed = await confirmInBrowser(setup.client_secret ?? '', card);
    expect(confirmed).toMatchObject({ status: 'succeeded', customer });
    const method = await stripe.paymentMethods.retrieve(String(confirmed['payment_method']));
    expect(method).toMatchObject({ customer, card: { last4: '4242', exp_year: 2040 } });
  });

  it('needs the secret', async () => {
    const setup = await bench.stripe.setupIntents.create();
    expect(await confirmInBrowser(`${setup.id}_secret_guess`, card)).toMatchObject({
      error: { code: 'resource_missing' },
    });
  });

  it('declines, keeps no number, and refuses numbers that are no test cards', async () => {
    const setup = await bench.stripe.setupIntents.create();
    const secret = setup.client_secret ?? '';
    const declined = await confirmInBrowser(secret, { ...card, 'card[number]': '4000000000000002' });
    expect(declined).toMatchObject({ error: { code: 'card_declined', setup_intent: { id: setup.id } } });
    const real = await confirmInBrowser(secret, { ...card, 'card[number]': '4539578763621486' });
    expect(real).toMatchObject({ error: { decline_code: 'test_mode_live_card' } });
    const events = await bench.stripe.events.list({ limit: 100 });
    expect(JSON.stringify(events.data)).not.toContain('4000000000000002');
  });

  it('asks the cardholder where the card says so, and charges off session after that', async () => {
    const { stripe, sandbox } = bench;
    const { id: customer } = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({ customer, usage: 'off_session' });
    const secret = setup.client_secret ?? '';
    const asked = await confirmInBrowser(secret, { ...card, 'card[number]': '4000002500003155' });
    expect(asked['status']).toBe('requires_action');
    const done = await sandbox.control.authenticate(setup.id, secret, true);
    expect(done.status).toBe('succeeded');
    const intent = await stripe.paymentIntents.create({
      ...lead,
      customer,
      payment_method: String(done.payment_method),
      confirm: true,
      off_session: true,
    });
    expect(intent.status).toBe('succeeded');
  });
});

describe('refunds', () => {
  const paid = async () => {
    const { customer, method } = await buyer(bench.stripe);
    return bench.stripe.paymentIntents.create({
      ...lead,
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
    });
  };

  it('gives the money back once', async () => {
    const { stripe } = bench;
    const { id } = await paid();
    const refund = await stripe.refunds.create({ payment_intent: id, reason: 'duplicate' });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 8_000, payment_intent: id });
    expect((await failure(stripe.refunds.create({ payment_intent: id }))).code).toBe(
      'charge_already_refunded',
    );
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1);
    expect((await stripe.refunds.retrieve(refund.id)).id).toBe(refund.id);
  });

  it('never gives back more than was paid', async () => {
    const { stripe } = bench;
    const { id } = await paid();
    await stripe.refunds.create({ payment_intent: id, amount: 5_000 });
    expect((await failure(stripe.refunds.create({ payment_intent: id, amount: 5_000 }))).statusCode).toBe(
      400,
    );
  });
});

describe('keys and parameters', () => {
  it('refuses live, missing and publishable keys', async () => {
    expect((await failure(stripeFor(bench.sandbox, 'sk_live_x').customers.list())).statusCode).toBe(401);
    expect((await failure(stripeFor(bench.sandbox, 'pk_test_x').customers.list())).code).toBe(
      'secret_key_required',
    );
    expect((await fetch(`${bench.sandbox.url}/v1/customers`)).status).toBe(401);
  });

  it('names the parameter that is missing, unknown or wrong', async () => {
    const { stripe } = bench;
    const create = (body: object) => failure(stripe.rawRequest('POST', '/v1/payment_intents', body));
    expect(await create({ currency: 'usd' })).toMatchObject({ code: 'parameter_missing', param: 'amount' });
    expect(await create({ ...lead, amout: 1 })).toMatchObject({ code: 'parameter_unknown', param: 'amout' });
    expect(await create({ ...lead, amount: 10 })).toMatchObject({ code: 'amount_too_small' });
    expect(await create({ ...lead, statement_descriptor: 'X' })).toMatchObject({
      param: 'statement_descriptor',
    });
    expect(await failure(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({ statusCode: 404 });
  });
});
