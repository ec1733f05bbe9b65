import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { BillingHarness } from './billing.harness.js';

const EVERYTHING = { path: '/v1/**' };
const CONFIRM = { method: 'POST' as const, path: '/v1/payment_intents/*/confirm' };

describe('an outage of the card provider', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    billing = await BillingHarness.start();
  });
  afterEach(() => billing.endFaults());
  afterAll(() => billing.stop());

  const status = async () => {
    const { rows } = await billing.pool.query<{ available: boolean; version: number }>(
      'SELECT is_available AS available, version FROM provider_status',
    );
    return rows[0] ?? { available: true, version: 0 };
  };
  const isAvailable = async () => (await status()).available;

  it.each([
    ['loses connections', { match: EVERYTHING, kind: 'lost-request' as const }],
    ['answers 503', { match: EVERYTHING, kind: 'status' as const, status: 503 }],
  ])('that %s is announced, and charges are neither given up nor repeated', async (_name, fault) => {
    const { buyerId } = await billing.createBuyer();
    const { version } = await status();
    await billing.sandbox.addFault(fault);
    const offers = [
      await billing.charge(buyerId),
      await billing.charge(buyerId),
      await billing.charge(buyerId),
    ];
    await eventually(async () => !(await isAvailable()));
    offers.push(await billing.charge(buyerId));
    // Older than charges may become while the provider answers.
    for (const offerId of offers) await billing.passAnHour(offerId, 'unanswered_since');

    await billing.sandbox.clearFaults();
    for (const offerId of offers) {
      await billing.waitForOutcome(offerId, 'succeeded', ['succeeded']);
      expect((await billing.listPublished(offerId)).map(({ name }) => name)).toEqual([
        'billing.offer-charged',
      ]);
    }
    for (const [offset, available] of [
      [1, false],
      [2, true],
    ] as const)
      expect(await billing.listPublished(String(version + offset))).toMatchObject([
        {
          name: 'billing.provider-status-changed',
          payload: { version: version + offset, isAvailable: available },
        },
      ]);
  });

  it('of one call does not stop the others: a 429 is neither a decline nor a reason to give up', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'status', status: 429 });
    const offerId = await billing.charge(buyerId);
    // More attempts than failures in a row that count as an outage.
    await eventually(async () => ((await billing.findPurchase(offerId))?.resolve_attempt ?? 0) > 5);
    expect(await isAvailable()).toBe(true);
    await billing.passAnHour(offerId, 'unanswered_since');
    await billing.sandbox.clearFaults();
    await billing.waitForOutcome(offerId, 'succeeded', ['succeeded']);
  });

  it('stops all requests but those that ask whether the provider is back', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: EVERYTHING, kind: 'lost-request' });
    const first = await Promise.all(Array.from({ length: 10 }, () => billing.charge(buyerId)));
    await eventually(async () => !(await isAvailable()));
    // Both copies have seen it once they refuse a call of their own; a new charge may come to either.
    await billing.pool.query("UPDATE provider_status SET next_probe_at = now() + interval '1 hour'");
    await eventually(async () => {
      const hits = await billing.sandbox.countFaultHits();
      const offers = await Promise.all(Array.from({ length: 10 }, () => billing.charge(buyerId)));
      await Promise.all(offers.map((offerId) => billing.waitForStatus(offerId, 'unknown')));
      return (await billing.sandbox.countFaultHits()) === hits;
    });
    await billing.sandbox.clearFaults();
    await billing.pool.query('UPDATE provider_status SET next_probe_at = now()');
    await Promise.all(first.map((offerId) => billing.waitForOutcome(offerId, 'succeeded', ['succeeded'])));
  });
});
