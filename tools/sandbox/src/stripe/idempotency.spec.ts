import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buyer, failure, startBench, type Bench } from '../../test/harness.js';
import { Idempotency } from './idempotency.js';

const lead = { amount: 8_000, currency: 'usd' };
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterEach(() => {
  bench.sandbox.control.faults.clear();
});
afterAll(() => bench.sandbox.close());

describe('Idempotency-Key', () => {
  it('replays the first answer to the same request', async () => {
    const { stripe } = bench;
    const first = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'same' });
    const second = await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'same' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  });

  it('refuses other parameters and another endpoint', async () => {
    const { stripe } = bench;
    await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'other' });
    const otherBody = stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'other' });
    expect(await failure(otherBody)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const otherPath = stripe.paymentIntents.create(lead, { idempotencyKey: 'other' });
    expect(await failure(otherPath)).toMatchObject({ rawType: 'idempotency_error' });
  });

  it('answers 409 while the first request is under way', async () => {
    const { stripe, sandbox } = bench;
    sandbox.control.addFault({ kind: 'latency', ms: 150, times: 1, match: { path: '/v1/customers' } });
    const first = stripe.customers.create({}, { idempotencyKey: 'busy' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await failure(stripe.customers.create({}, { idempotencyKey: 'busy' }))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    expect((await first).object).toBe('customer');
  });

  it('saves a decline', async () => {
    const { stripe, sandbox } = bench;
    const { customer, method } = await buyer(stripe, 'pm_card_chargeCustomerFail');
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    const confirm = () => stripe.paymentIntents.confirm(intent.id, {}, { idempotencyKey: 'decline' });
    expect((await failure(confirm())).statusCode).toBe(402);
    await sandbox.control.setCardBehaviour(method, 'ok');
    expect((await failure(confirm())).statusCode).toBe(402);
  });

  it('saves nothing when a parameter was wrong', async () => {
    const { stripe } = bench;
    const wrong = stripe.paymentIntents.create({ ...lead, amount: 1 }, { idempotencyKey: 'wrong' });
    expect((await failure(wrong)).statusCode).toBe(400);
    expect((await stripe.paymentIntents.create(lead, { idempotencyKey: 'wrong' })).amount).toBe(8_000);
  });

  it.each([
    [true, 'succeeded'],
    [false, 'requires_confirmation'],
  ])('replays a 500, effect %s, and the intent tells what happened', async (effect, status) => {
    const { stripe, sandbox } = bench;
    const { customer, method } = await buyer(stripe);
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
    expect((await failure(confirm())).statusCode).toBe(500);
    expect((await failure(confirm())).statusCode).toBe(500);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
  });

  it('does not save a 429', async () => {
    const { stripe, sandbox } = bench;
    sandbox.control.addFault({ kind: 'status', status: 429, times: 1, match: { path: '/v1/customers' } });
    const create = () => stripe.customers.create({}, { idempotencyKey: 'limited' });
    expect((await failure(create())).type).toBe('StripeRateLimitError');
    expect((await create()).object).toBe('customer');
  });

  it('forgets after a day', () => {
    const keys = new Idempotency();
    const saved = { endpoint: '/x', fingerprint: 'a', at: 0, requestId: 'req_1', status: 200, body: {} };
    keys.save('old', saved);
    expect(keys.begin('old', '/x', 'a', 1_000).replay).toBe(saved);
    expect(keys.begin('old', '/y', 'b', 24 * 3_600_000 + 1).replay).toBeUndefined();
  });
});

describe('lost answers and requests', () => {
  it.each([
    ['lost-answer', 'succeeded'],
    ['lost-request', 'requires_confirmation'],
  ] as const)('%s: the intent reads %s', async (kind, status) => {
    const { stripe, sandbox } = bench;
    const { customer, method } = await buyer(stripe);
    const intent = await stripe.paymentIntents.create({ ...lead, customer, payment_method: method });
    // The client sends once more by itself after a broken connection.
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
    expect((await failure(lost)).type).toBe('StripeConnectionError');
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
    const again = await stripe.paymentIntents.confirm(
      intent.id,
      { off_session: true },
      { idempotencyKey: intent.id },
    );
    expect(again.status).toBe('succeeded');
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  });
});
