import { getCard } from '@desk/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@desk/testing';
import { Billing } from './billing.js';

jest.setTimeout(60_000);

const GIVE_UP_MS = 1_500;
const CREATE = { method: 'POST' as const, path: '/v1/payment_intents' };
const CONFIRM = { method: 'POST' as const, path: '/v1/payment_intents/*/confirm' };
const READ = { method: 'GET' as const, path: '/v1/payment_intents/*' };
const CANCEL = { method: 'POST' as const, path: '/v1/payment_intents/*/cancel' };

describe('giving up a charge whose outcome stays unknown', () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.start({ CHARGE_GIVE_UP_MS: String(GIVE_UP_MS) });
  });
  afterEach(() => billing.sandbox.clearFaults());
  afterAll(() => billing.stop());

  const expectGivenUp = async (offerId: string, buyerId: string, intents: string[]): Promise<void> => {
    const row = await billing.untilSettled(offerId, 'failed', intents);
    expect(row.decline_code).toBe('gave_up');
    const told = await billing.told(offerId);
    expect(told[0]).toMatchObject({
      name: 'billing.offer-declined',
      payload: { declineCode: 'gave_up', blameCard: false },
    });
    expect(await billing.client.send(getCard, { buyerId })).toMatchObject({ usable: true });
  };

  it('cancels the intent first and does not blame the card', async () => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'status', status: 429 });
    const offerId = await billing.charge(buyerId);
    await expectGivenUp(offerId, buyerId, ['canceled']);
  });

  it('goes on until the cancellation is certain', async () => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'status', status: 503 });
    await billing.sandbox.addFault({ match: CANCEL, kind: 'status', status: 500, times: 1 });
    await billing.sandbox.addFault({ match: CANCEL, kind: 'lost-answer', times: 2 });
    const offerId = await billing.charge(buyerId);
    await expectGivenUp(offerId, buyerId, ['canceled']);
  });

  it('sells the lead when it turns out to have been paid', async () => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'lost-answer' });
    await billing.sandbox.addFault({ match: READ, kind: 'status', status: 500 });
    const offerId = await billing.charge(buyerId);
    const { id } = await billing.untilStatus(offerId, 'unknown');
    await eventually(async () => {
      const { rows } = await billing.pool.query<{ overdue: boolean }>(
        "SELECT now() > first_requested_at + $2 * interval '1 ms' AS overdue FROM purchases WHERE id = $1",
        [id, GIVE_UP_MS],
      );
      return rows[0]?.overdue === true;
    });
    await billing.sandbox.clearFaults();
    await billing.untilSettled(offerId, 'succeeded', ['succeeded']);
  });

  it('needs no cancellation when there is no intent', async () => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 429 });
    const offerId = await billing.charge(buyerId);
    await expectGivenUp(offerId, buyerId, []);
  });

  it('finds and cancels an intent whose id never reached us', async () => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault({ match: CREATE, kind: 'lost-answer' });
    const offerId = await billing.charge(buyerId);
    await expectGivenUp(offerId, buyerId, ['canceled']);
  });

  it('neither sells nor releases while our key is refused', async () => {
    const { buyerId } = await billing.buyer();
    await billing.sandbox.addFault({ match: { path: '/v1/**' }, kind: 'status', status: 401 });
    const offerId = await billing.charge(buyerId);
    await eventually(async () => ((await billing.purchase(offerId))?.resolve_attempt ?? 0) >= 5, {
      timeoutMs: 20_000,
    });
    await billing.untilSettled(offerId, 'unknown', []);
    expect(billing.alarms(offerId)).toContain('provider-refuses-us');
    await billing.sandbox.clearFaults();
    await expectGivenUp(offerId, buyerId, []);
  });
});
