import { randomUUID } from 'node:crypto';
import { acceptProviderEvent } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Billing } from './billing.js';
import type { SandboxEvent } from './sandbox.js';

jest.setTimeout(60_000);

const IN_VAIN = 5;
const READ = { method: 'GET' as const, path: '/v1/payment_intents/*' };
const CONFIRM = { method: 'POST' as const, path: '/v1/payment_intents/*/confirm' };

describe("the provider's events", () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.start({ STRIPE_TIMEOUT_MS: '5000' });
  });
  afterEach(() => billing.sandbox.clearFaults());
  afterAll(() => billing.stop());

  const accept = (event: object, secret?: string) =>
    billing.client.send(acceptProviderEvent, billing.signed(event, secret));

  const processed = (eventId: string) =>
    eventually(async () => {
      const { rows } = await billing.pool.query<{ payload: object; processed_at: Date | null }>(
        'SELECT * FROM provider_events WHERE event_id = $1',
        [eventId],
      );
      return rows[0]?.processed_at ? rows[0].payload : false;
    });

  const eventOf = (intentId: string, type: string): Promise<SandboxEvent> =>
    eventually(async () => {
      const events = await billing.sandbox.eventsOf(intentId);
      return events.find((event) => event.type === type) ?? false;
    });

  it('settle a charge before its own answer is there, once', async () => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'lost-answer', times: 2 });
    await billing.sandbox.addFault({ match: READ, kind: 'status', status: 500 });
    const offerId = await billing.charge(buyerId);
    // Looked up in vain until the next time is a second or more away: the event comes first.
    const { stripe_payment_intent_id: intentId } = await eventually(async () => {
      const row = await billing.purchase(offerId);
      return row?.resolve_attempt === IN_VAIN ? row : false;
    });
    await billing.sandbox.clearFaults();
    const event = await eventOf(intentId ?? '', 'payment_intent.succeeded');
    expect(await accept(event)).toEqual({ stored: true });
    await processed(event.id);
    const row = await billing.untilSettled(offerId, 'succeeded', ['succeeded']);
    expect(row.resolve_attempt).toBe(IN_VAIN);
    expect((await billing.told(offerId)).map(({ name }) => name)).toEqual(['billing.offer-charged']);
  });

  it('are stored once, however often they come, and without personal data', async () => {
    const { buyerId } = await billing.buyer();
    const offerId = await billing.charge(buyerId);
    const { stripe_payment_intent_id: intentId } = await billing.untilStatus(offerId, 'succeeded');
    const event = await eventOf(intentId ?? '', 'payment_intent.succeeded');
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(event)));
    expect(answers.filter(({ stored }) => stored)).toHaveLength(1);
    expect(await processed(event.id)).toEqual({ objectId: intentId, offerId, created: expect.any(Number) });
    expect(await accept(event)).toEqual({ stored: false });
    expect(await billing.told(offerId)).toHaveLength(1);
  });

  it('change nothing when they come in the wrong order', async () => {
    const { buyerId } = await billing.buyer();
    const offerId = await billing.charge(buyerId);
    const { stripe_payment_intent_id: intentId } = await billing.untilStatus(offerId, 'succeeded');
    const event = await eventOf(intentId ?? '', 'payment_intent.succeeded');
    const late = { ...event, id: `evt_${randomUUID()}`, type: 'payment_intent.payment_failed' };
    await accept(late);
    await processed(late.id);
    await billing.untilSettled(offerId, 'succeeded', ['succeeded']);
    expect(billing.alarms(offerId)).toEqual([]);
  });

  it('raise the alarm when a payment of ours belongs to no purchase', async () => {
    const offerId = randomUUID();
    const object = { id: `pi_${randomUUID()}`, object: 'payment_intent', metadata: { offer_id: offerId } };
    const event = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1,
    };
    await accept({ ...event, data: { object } });
    await processed(event.id);
    expect(billing.alarms(offerId)).toEqual(['payment-without-purchase']);
  });

  it('of other kinds are stored and let be', async () => {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'customer.created', created: 1 };
    const object = { id: 'cus_1', object: 'customer', email: 'ann@example.com' };
    expect(await accept({ ...event, data: { object } })).toEqual({ stored: true });
    expect(await processed(event.id)).toEqual({ objectId: 'cus_1', offerId: null, created: 1 });
  });

  it('with a wrong, a foreign or an old signature are refused and not stored', async () => {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'charge.updated', created: 1 };
    const whole = { ...event, data: { object: { id: 'ch_1' } } };
    const good = billing.signed(whole);
    const old = good.signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000) - 400}`);
    const refused = { code: 'INVALID_SIGNATURE' };
    const send = (request: { rawBody: string; signature: string }) =>
      billing.client.send(acceptProviderEvent, request);
    await expect(accept(whole, 'whsec_somebody_else')).rejects.toMatchObject(refused);
    await expect(send({ ...good, rawBody: `${good.rawBody} ` })).rejects.toMatchObject(refused);
    await expect(send({ ...good, signature: old })).rejects.toMatchObject(refused);
    await expect(send({ ...good, signature: 'nonsense' })).rejects.toMatchObject(refused);
    const { rowCount } = await billing.pool.query('SELECT 1 FROM provider_events WHERE event_id = $1', [
      event.id,
    ]);
    expect(rowCount).toBe(0);
  });
});
