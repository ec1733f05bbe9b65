import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getError, startHarness, type Harness } from '../../test/harness.js';
import { faultInput } from './fault-input.js';
import { FaultInjector, pathMatches } from './faults.js';

const fault = (input: object) => faultInput.cast(faultInput.validateSync(input, { strict: true }));

describe('pathMatches', () => {
  it.each([
    ['/v1/payment_intents/*/confirm', '/v1/payment_intents/pi_1/confirm', true],
    ['/v1/payment_intents/*/confirm', '/v1/payment_intents/pi_1', false],
    ['/v1/payment_intents', '/v1/payment_intents', true],
    ['/v1/**', '/v1/refunds/re_1', true],
    ['/v1/**', '/services/T/B/X', false],
  ])('matches %s against %s: %s', (pattern, path, expected) => {
    expect(pathMatches(pattern, path)).toBe(expected);
  });
});

describe('FaultInjector', () => {
  it('stops after `times` and combines latencies with one other fault', () => {
    const faults = new FaultInjector();
    faults.add(fault({ kind: 'latency', ms: 20 }));
    faults.add(fault({ kind: 'status', status: 500, times: 1 }));
    const call = { target: 'http', method: 'POST', path: '/v1/refunds' } as const;
    expect(faults.plan(call)).toMatchObject({ latencyMs: 20, fault: { status: 500 } });
    expect(faults.plan(call)).toMatchObject({ latencyMs: 20, fault: undefined });
    expect(faults.plan({ target: 'smtp', to: ['a@b.c'] })).toMatchObject({ latencyMs: 0 });
  });
});

describe('POST /sandbox/faults', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.sandbox.close());
  const post = (body: string) =>
    fetch(`${harness.sandbox.url}/sandbox/faults`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });

  it.each([
    ['{}', 'kind'],
    ['{"kind":"latency"}', 'ms'],
    ['{"kind":"status"}', 'status'],
    ['{"kind":"status","status":200}', 'status'],
    ['{"kind":"hang"}', 'kind'],
    ['{"kind":"lost-answer","tims":1}', 'tims'],
    ['{"kind":"lost-answer","match":{"path":"v1"}}', 'match.path'],
    ['nonsense', 'body'],
  ])('rejects %s and names %s', async (body, field) => {
    const response = await post(body);
    expect(response.status).toBe(422);
    const answer = (await response.json()) as { fields: { field: string }[] };
    expect(answer.fields.map((error) => error.field)).toContain(field);
  });

  it('makes the card provider refuse every call with its own permanent errors', async () => {
    const { stripe, sandbox } = harness;
    const calls = [
      () => stripe.customers.create(),
      () => stripe.paymentIntents.confirm('pi_1'),
      () => stripe.refunds.list(),
    ];
    for (const [status, type, code] of [
      [400, 'StripeInvalidRequestError', undefined],
      [402, 'StripeCardError', 'card_declined'],
      [403, 'StripePermissionError', undefined],
      [404, 'StripeInvalidRequestError', 'resource_missing'],
    ] as const) {
      sandbox.control.addFault({ kind: 'status', status, match: { path: '/v1/**' } });
      for (const call of calls)
        expect(await getError(call())).toMatchObject({ statusCode: status, type, code });
      sandbox.control.faults.clear();
    }
    sandbox.control.addFault({
      kind: 'status',
      status: 400,
      match: { path: '/v1/customers' },
      times: 1,
      error: { code: 'email_invalid', param: 'email' },
    });
    expect(await getError(stripe.customers.create({ email: 'ann@example.com' }))).toMatchObject({
      statusCode: 400,
      code: 'email_invalid',
      param: 'email',
    });
  });

  it('adds a fault, which is listed until all are deleted', async () => {
    harness.sandbox.control.faults.clear();
    const created = (await (await post('{"kind":"latency","ms":1}')).json()) as { id: string };
    const url = `${harness.sandbox.url}/sandbox/faults`;
    expect(await (await fetch(url)).json()).toMatchObject({ faults: [{ id: created.id, hits: 0 }] });
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    expect(await (await fetch(url)).json()).toEqual({ faults: [] });
  });
});
