import { randomUUID } from 'node:crypto';
import { acceptProviderEvent } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import type { SandboxEvent } from './sandbox.js';

const READ = { method: 'GET' as const, path: '/v1/payment_intents/*' };
const CONFIRM = { method: 'POST' as const, path: '/v1/payment_intents/*/confirm' };

describe('provider events', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    billing = await BillingHarness.start({ STRIPE_TIMEOUT_MS: '5000' });
  });
  afterEach(() => billing.endFaults());
  afterAll(() => billing.stop());

  const accept = (event: object, secret?: string) =>
    billing.commands.send(acceptProviderEvent, billing.sign(event, secret));

  const waitForProcessing = (eventId: string) =>
    eventually(async () => {
      const { rows } = await billing.pool.query<{ summary: object; processed_at: Date | null }>(
        'SELECT * FROM provider_events WHERE event_id = $1',
        [eventId],
      );
      return rows[0]?.processed_at ? rows[0].summary : false;
    });

  const waitForEvent = (intentId: string, type: string): Promise<SandboxEvent> =>
    eventually(async () => {
      const events = await billing.sandbox.listEvents(intentId);
      return events.find((event) => event.type === type) ?? false;
    });

  it('record the outcome of a charge once, before its own answer arrives', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'lost-answer', times: 2 });
    await billing.sandbox.addFault({ match: READ, kind: 'status', status: 500 });
    const offerId = await billing.charge(buyerId);
    // Puts the next attempt off, so that the event comes first.
    await eventually(async () => {
      const { rowCount } = await billing.pool.query(
        `UPDATE outbox SET due_at = due_at + interval '1 hour' WHERE name = 'billing.resolve-charge' AND is_delayed`,
      );
      return rowCount === 1;
    });
    const before = await billing.waitForStatus(offerId, 'unknown');
    await billing.sandbox.clearFaults();
    const event = await waitForEvent(before.stripe_payment_intent_id ?? '', 'payment_intent.succeeded');
    expect(await accept(event)).toEqual({ stored: true });
    await waitForProcessing(event.id);
    const row = await billing.waitForOutcome(offerId, 'succeeded', ['succeeded']);
    expect(row.resolve_attempt).toBe(before.resolve_attempt);
    expect((await billing.listPublished(offerId)).map(({ name }) => name)).toEqual(['billing.offer-charged']);
  });

  it('are stored once despite repetition, and without personal data', async () => {
    const { buyerId } = await billing.createBuyer();
    const offerId = await billing.charge(buyerId);
    const { stripe_payment_intent_id: intentId } = await billing.waitForStatus(offerId, 'succeeded');
    const event = await waitForEvent(intentId ?? '', 'payment_intent.succeeded');
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(event)));
    expect(answers.filter(({ stored }) => stored)).toHaveLength(1);
    expect(await waitForProcessing(event.id)).toEqual({
      objectId: intentId,
      offerId,
      created: expect.any(Number),
    });
    expect(await accept(event)).toEqual({ stored: false });
    expect(await billing.listPublished(offerId)).toHaveLength(1);
  });

  it('change nothing if they arrive out of order', async () => {
    const { buyerId } = await billing.createBuyer();
    const offerId = await billing.charge(buyerId);
    const { stripe_payment_intent_id: intentId } = await billing.waitForStatus(offerId, 'succeeded');
    const event = await waitForEvent(intentId ?? '', 'payment_intent.succeeded');
    const late = { ...event, id: `evt_${randomUUID()}`, type: 'payment_intent.payment_failed' };
    await accept(late);
    await waitForProcessing(late.id);
    await billing.waitForOutcome(offerId, 'succeeded', ['succeeded']);
    expect(billing.listAlarms(offerId)).toEqual([]);
  });

  it('raise an alarm if a succeeded payment belongs to no purchase', async () => {
    const offerId = randomUUID();
    const object = { id: `pi_${randomUUID()}`, object: 'payment_intent', metadata: { offer_id: offerId } };
    const event = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1,
    };
    await accept({ ...event, data: { object } });
    await waitForProcessing(event.id);
    expect(billing.listAlarms(offerId)).toEqual(['payment-without-purchase']);
  });

  it('are stored and otherwise ignored if of another type', async () => {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'customer.created', created: 1 };
    const object = { id: 'cus_1', object: 'customer', email: 'ann@example.com' };
    expect(await accept({ ...event, data: { object } })).toEqual({ stored: true });
    expect(await waitForProcessing(event.id)).toEqual({ objectId: 'cus_1', offerId: null, created: 1 });
  });

  it('are rejected and not stored if the signature is invalid, foreign, or expired', async () => {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'charge.updated', created: 1 };
    const signedEvent = { ...event, data: { object: { id: 'ch_1' } } };
    const valid = billing.sign(signedEvent);
    const expired = valid.signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000) - 400}`);
    const rejection = { code: 'INVALID_SIGNATURE' };
    const send = (request: { rawBody: string; signature: string }) =>
      billing.commands.send(acceptProviderEvent, request);
    await expect(accept(signedEvent, 'whsec_somebody_else')).rejects.toMatchObject(rejection);
    await expect(send({ ...valid, rawBody: `${valid.rawBody} ` })).rejects.toMatchObject(rejection);
    await expect(send({ ...valid, signature: expired })).rejects.toMatchObject(rejection);
    await expect(send({ ...valid, signature: 'nonsense' })).rejects.toMatchObject(rejection);
    const { rowCount } = await billing.pool.query('SELECT 1 FROM provider_events WHERE event_id = $1', [
      event.id,
    ]);
    expect(rowCount).toBe(0);
  });
});
