import { chargeOffer, getCard } from '@desk/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { BillingHarness } from './billing.harness.js';

const GIVE_UP_MS = 1_500;
const CREATE = { method: 'POST' as const, path: '/v1/payment_intents' };
const CONFIRM = { method: 'POST' as const, path: '/v1/payment_intents/*/confirm' };
const READ = { method: 'GET' as const, path: '/v1/payment_intents/*' };
const LIST = { method: 'GET' as const, path: '/v1/payment_intents' };
const CANCEL = { method: 'POST' as const, path: '/v1/payment_intents/*/cancel' };

describe('charges whose outcome stays unknown', () => {
  let billing: BillingHarness;

  beforeAll(async () => {
    billing = await BillingHarness.start({ CHARGE_GIVE_UP_MS: String(GIVE_UP_MS) });
  });
  afterEach(() => billing.endFaults());
  afterAll(() => billing.stop());

  const expectGivenUp = async (offerId: string, buyerId: string, intentStatuses: string[]): Promise<void> => {
    const row = await billing.waitForOutcome(offerId, 'failed', intentStatuses);
    expect(row.decline_code).toBe('gave_up');
    const published = await billing.listPublished(offerId);
    expect(published[0]).toMatchObject({
      name: 'billing.offer-declined',
      payload: { declineCode: 'gave_up', blameCard: false },
    });
    expect(await billing.commands.send(getCard, { buyerId })).toMatchObject({ usable: true });
  };

  const waitUntilOverdue = async (offerId: string): Promise<void> => {
    await billing.waitForStatus(offerId, 'unknown');
    await eventually(async () => {
      const { rows } = await billing.pool.query<{ overdue: boolean }>(
        "SELECT now() > first_requested_at + $2 * interval '1 ms' AS overdue FROM purchases WHERE offer_id = $1",
        [offerId, GIVE_UP_MS],
      );
      return rows[0]?.overdue === true;
    });
  };

  it('are not started for a lead that is no longer real-time because billing was down', async () => {
    const { buyerId } = await billing.createBuyer();
    const charge = async (ageHours: number): Promise<string> => {
      const reservedAt = new Date(Date.now() - ageHours * 3_600_000).toISOString();
      const offer = { ...billing.newOffer(buyerId), reservedAt };
      await billing.publish(chargeOffer, offer);
      return offer.offerId;
    };
    await expectGivenUp(await charge(20.1), buyerId, []);
    await billing.waitForOutcome(await charge(19.9), 'succeeded', ['succeeded']);
  });

  it('stay unknown until the cancellation is certain', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'status', status: 503 });
    await billing.sandbox.addFault({ match: CANCEL, kind: 'status', status: 500, times: 1 });
    await billing.sandbox.addFault({ match: CANCEL, kind: 'lost-answer', times: 2 });
    const offerId = await billing.charge(buyerId);
    await expectGivenUp(offerId, buyerId, ['canceled']);
  });

  it('succeed if the payment turns out to have gone through', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'lost-answer' });
    await billing.sandbox.addFault({ match: READ, kind: 'status', status: 500 });
    const offerId = await billing.charge(buyerId);
    await waitUntilOverdue(offerId);
    await billing.sandbox.clearFaults();
    await billing.waitForOutcome(offerId, 'succeeded', ['succeeded']);
  });

  it('are declined without a cancellation if no intent exists', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 409 });
    const offerId = await billing.charge(buyerId);
    await expectGivenUp(offerId, buyerId, []);
  });

  it('are declined after an intent whose id never reached us is found and canceled', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 500, effect: true, times: 1 });
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 409 });
    await billing.sandbox.addFault({ match: LIST, kind: 'status', status: 409 });
    const offerId = await billing.charge(buyerId);
    await waitUntilOverdue(offerId);
    await billing.sandbox.clearFaults();
    await expectGivenUp(offerId, buyerId, ['canceled']);
  });

  it('stay unknown while the provider rejects our API key', async () => {
    const { buyerId } = await billing.createBuyer();
    await billing.sandbox.addFault({ match: { path: '/v1/**' }, kind: 'status', status: 401 });
    const offerId = await billing.charge(buyerId);
    await eventually(async () => ((await billing.findPurchase(offerId))?.resolve_attempt ?? 0) >= 5);
    await billing.waitForOutcome(offerId, 'unknown', []);
    expect(billing.listAlarms(offerId)).toContain('provider-rejected-request');
    await billing.sandbox.clearFaults();
    await expectGivenUp(offerId, buyerId, []);
  });
});
