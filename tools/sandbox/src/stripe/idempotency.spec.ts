import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createBuyer, getError, startHarness, type Harness } from '../../test/harness.js';
import { Idempotency } from './idempotency.js';

const lead = { amount: 8_000, currency: 'usd' };
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => {
  harness.sandbox.control.faults.clear();
});
afterAll(() => harness.sandbox.close());

describe('Idempotency-Key', () => {
  it('replays the first answer to the same request', async () => {
    const { stripe } = harness;
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'same' });
    const second = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'same' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  });

  it('rejects other parameters and another endpoint', async () => {
    const { stripe } = harness;
    await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'other' });
    const otherBody = stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'other' });
    expect(await getError(otherBody)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const otherPath = stripe.paymentIntents.create(lead, { idempotencyKey: 'other' });
    expect(await getError(otherPath)).toMatchObject({ rawType: 'idempotency_error' });
  });

  it('answers 409 while the first request is running', async () => {
    const { stripe, sandbox } = harness;
    sandbox.control.addFault({ kind: 'latency', ms: 2_000, times: 1, match: { path: '/v1/customers' } });
    const create = () => stripe.customers.create({}, { idempotencyKey: 'busy' });
    const [first, second] = await Promise.allSettled([create(), create()]);
    const [answered, refused] = first.status === 'fulfilled' ? [first, second] : [second, first];
    expect(answered).toMatchObject({ value: { object: 'customer' } });
    expect(refused).toMatchObject({ reason: { statusCode: 409, code: 'idempotency_key_in_use' } });
  });

  it('stores a decline', async () => {
    const { stripe, sandbox } = harness;
    const { customer, method } = await createBuyer(stripe, 'pm_card_chargeCustomerFail');
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    const confirm = () => stripe.paymentIntents.confirm(intent.id, {}, { idempotencyKey: 'decline' });
    expect((await getError(confirm())).statusCode).toBe(402);
    await sandbox.control.setCardBehavior(method, 'ok');
    expect((await getError(confirm())).statusCode).toBe(402);
  });

  it('stores nothing if a parameter was invalid', async () => {
    const { stripe } = harness;
    const wrong = stripe.paymentIntents.create({ ...lead, amount: 1 }, { idempotencyKey: 'wrong' });
    expect((await getError(wrong)).statusCode).toBe(400);
    expect((await stripe.paymentIntents.create(lead, { idempotencyKey: 'wrong' })).amount).toBe(8_000);
  });

  it.each([
    [true, 'succeeded'],
    [false, 'requires_confirmation'],
  ])('replays a 500 with effect %s, and the intent has the true state', async (effect, status) => {
    const { stripe, sandbox } = harness;
    const { customer, method } = await createBuyer(stripe);
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    sandbox.control.addFault({
      kind: 'status',
      status: 500,
      effect,
      times: 1,
      match: { path: '/v1/payment_intents/*/confirm' },
    });
    const confirm = () =>
      stripe.paymentIntents.confirm(intent.id, {}, { idempotencyKey: `500-${intent.id}` });
    expect((await getError(confirm())).statusCode).toBe(500);
    expect((await getError(confirm())).statusCode).toBe(500);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
  });

  it('does not store a 429', async () => {
    const { stripe, sandbox } = harness;
    sandbox.control.addFault({ kind: 'status', status: 429, times: 1, match: { path: '/v1/customers' } });
    const create = () => stripe.customers.create({}, { idempotencyKey: 'limited' });
    expect((await getError(create())).type).toBe('StripeRateLimitError');
    expect((await create()).object).toBe('customer');
  });

  it('forgets keys after a day', () => {
    const keys = new Idempotency();
    const saved = { endpoint: '/x', fingerprint: 'a', at: 0, requestId: 'req_1', status: 200, body: {} };
    keys.save('old', saved);
    expect(keys.begin('old', saved, 1_000)).toBe(saved);
    expect(keys.begin('old', { ...saved, endpoint: '/y' }, 24 * 3_600_000 + 1)).toBeUndefined();
  });
});

describe('lost answers and requests', () => {
  it.each([
    ['lost-answer', 'succeeded'],
    ['lost-request', 'requires_confirmation'],
  ] as const)('after a %s the intent has status %s', async (kind, status) => {
    const { stripe, sandbox } = harness;
    const { customer, method } = await createBuyer(stripe);
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    // The Stripe SDK retries once after a broken connection.
    sandbox.control.addFault({
      kind,
      times: 2,
      match: { method: 'POST', path: '/v1/payment_intents/*/confirm' },
    });
    const lost = stripe.paymentIntents.confirm(
      intent.id,
      { off_session: true },
      { idempotencyKey: intent.id },
    );
    expect((await getError(lost)).type).toBe('StripeConnectionError');
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
    const retried = await stripe.paymentIntents.confirm(
      intent.id,
      { off_session: true },
      { idempotencyKey: intent.id },
    );
    expect(retried.status).toBe('succeeded');
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });
});
