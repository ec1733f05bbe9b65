import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chargeOffer } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Billing } from './billing.js';
import { BillingProcess } from './billing-process.js';

jest.setTimeout(60_000);

const CONFIRM = { method: 'POST' as const, path: '/v1/payment_intents/*/confirm' };
const always = [
  'billing.before-purchase',
  'billing.after-purchase',
  'billing.after-create-answer',
  'billing.after-intent-committed',
  'billing.charge-in-flight',
  'billing.after-confirm-answer',
  'billing.before-outcome-commit',
  'billing.after-outcome-commit',
];

describe('a charge whose process is killed', () => {
  let billing: Billing;
  let running: BillingProcess;
  let chaos: string;

  beforeAll(async () => {
    billing = await Billing.prepare();
    chaos = mkdtempSync(join(tmpdir(), 'billing-chaos-'));
  });
  beforeEach(async () => {
    running = await BillingProcess.start({ ...billing.env, CHAOS_DIR: chaos });
  });
  afterEach(async () => {
    await running.stop();
    await billing.sandbox.clearFaults();
  });
  afterAll(async () => {
    await billing.stop();
    rmSync(chaos, { recursive: true });
  });

  /** Orders a charge, has the process killed at that point, and orders it again at a new process. */
  async function chargeAndKill(point: string, card: string): Promise<string> {
    const { buyerId } = await billing.buyer(card);
    const order = billing.order(buyerId);
    writeFileSync(join(chaos, point), '');
    await billing.publish(chargeOffer, order);
    expect(await running.ended).toBe('SIGKILL');
    expect(existsSync(join(chaos, `${point}.hit`))).toBe(true);
    running = await BillingProcess.start({ ...billing.env, CHAOS_DIR: chaos });
    await billing.publish(chargeOffer, order);
    return order.offerId;
  }

  it.each(always)('at %s is paid exactly once', async (point) => {
    const offerId = await chargeAndKill(point, 'pm_card_visa');
    await billing.untilSettled(offerId, 'succeeded', ['succeeded']);
    expect((await billing.told(offerId)).map(({ name }) => name)).toEqual(['billing.offer-charged']);
  });

  it.each(always)('at %s is declined exactly once', async (point) => {
    const offerId = await chargeAndKill(point, 'pm_card_chargeCustomerFail');
    const row = await billing.untilSettled(offerId, 'failed', ['requires_payment_method']);
    expect(row.decline_code).toBe('generic_decline');
    const events = await billing.sandbox.eventsOf(row.stripe_payment_intent_id ?? '');
    expect(events.map(({ type }) => type)).toEqual(['payment_intent.payment_failed']);
  });

  it('while the charge is in flight has been paid, which it finds out', async () => {
    const { buyerId } = await billing.buyer();
    const order = billing.order(buyerId);
    writeFileSync(join(chaos, 'billing.charge-in-flight'), '');
    await billing.publish(chargeOffer, order);
    expect(await running.ended).toBe('SIGKILL');
    await eventually(async () => {
      const [intent] = await billing.sandbox.intentsOf(order.offerId);
      return intent?.status === 'succeeded';
    });
    expect(await billing.told(order.offerId)).toEqual([]);
    running = await BillingProcess.start({ ...billing.env, CHAOS_DIR: chaos });
    await billing.publish(chargeOffer, order);
    await billing.untilSettled(order.offerId, 'succeeded', ['succeeded']);
  });

  it('after it became unknown is looked up all the same', async () => {
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'lost-answer', times: 2 });
    const { buyerId } = await billing.buyer();
    const order = billing.order(buyerId);
    const point = 'billing.unknown-committed';
    writeFileSync(join(chaos, point), '');
    await billing.publish(chargeOffer, order);
    expect(await running.ended).toBe('SIGKILL');
    running = await BillingProcess.start({ ...billing.env, CHAOS_DIR: chaos });
    // Not ordered again: what was committed brings it to its end.
    await billing.untilSettled(order.offerId, 'succeeded', ['succeeded']);
  });
});
