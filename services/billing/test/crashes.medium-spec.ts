import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chargeOffer } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { BillingProcess } from './billing-process.js';

const CONFIRM = { method: 'POST' as const, path: '/v1/payment_intents/*/confirm' };
const CRASH_POINTS = [
  'billing:billing.charge-offer:received',
  'billing:billing.charge-offer:after-commit-1',
  'billing:billing.charge-offer:after-POST-v1-payment_intents',
  'billing:billing.charge-offer:after-commit-2',
  'billing:billing.charge-offer:during-POST-v1-payment_intents-*-confirm',
  'billing:billing.charge-offer:after-POST-v1-payment_intents-*-confirm',
  'billing:billing.charge-offer:after-commit-3',
  'billing:billing.charge-offer:handled',
];

describe('a charge interrupted by a process kill', () => {
  let billing: BillingHarness;
  let running: BillingProcess;
  let chaosDir: string;

  // Every test ends with a process that survived it. The next test kills that one, because starting takes longest.
  const startProcess = () => BillingProcess.start({ ...billing.env, CHAOS_DIR: chaosDir });

  beforeAll(async () => {
    billing = await BillingHarness.prepare();
    chaosDir = mkdtempSync(join(tmpdir(), 'billing-chaos-'));
    running = await startProcess();
  });
  beforeEach(async () => {
    if (running.hasEnded()) running = await startProcess();
  });
  afterEach(() => billing.sandbox.clearFaults());
  afterAll(async () => {
    await running.stop();
    await billing.stop();
    rmSync(chaosDir, { recursive: true });
  });

  /** Requests a charge, kills the process at the crash point, and requests it again from a new process. */
  async function chargeAndKill(point: string, card: string): Promise<string> {
    const { buyerId } = await billing.createBuyer(card);
    const offer = billing.newOffer(buyerId);
    writeFileSync(join(chaosDir, point), '');
    await billing.publish(chargeOffer, offer);
    expect(await running.ended).toBe('SIGKILL');
    expect(existsSync(join(chaosDir, `${point}.hit`))).toBe(true);
    running = await startProcess();
    await billing.publish(chargeOffer, offer);
    return offer.offerId;
  }

  it.each(CRASH_POINTS)('is paid exactly once after a kill at %s', async (point) => {
    const offerId = await chargeAndKill(point, 'pm_card_visa');
    await billing.waitForOutcome(offerId, 'succeeded', ['succeeded']);
    expect((await billing.listPublished(offerId)).map(({ name }) => name)).toEqual(['billing.offer-charged']);
  });

  it.each(CRASH_POINTS)('is declined exactly once after a kill at %s', async (point) => {
    const offerId = await chargeAndKill(point, 'pm_card_chargeCustomerFail');
    const row = await billing.waitForOutcome(offerId, 'failed', ['requires_payment_method']);
    expect(row.decline_code).toBe('generic_decline');
    const events = await billing.sandbox.listEvents(row.stripe_payment_intent_id ?? '');
    expect(events.map(({ type }) => type)).toEqual(['payment_intent.payment_failed']);
  });

  it('is recorded as paid if the kill came while the request was in flight', async () => {
    const { buyerId } = await billing.createBuyer();
    const offer = billing.newOffer(buyerId);
    writeFileSync(
      join(chaosDir, 'billing:billing.charge-offer:during-POST-v1-payment_intents-*-confirm'),
      '',
    );
    await billing.publish(chargeOffer, offer);
    expect(await running.ended).toBe('SIGKILL');
    await eventually(async () => {
      const [intent] = await billing.sandbox.listIntents(offer.offerId);
      return intent?.status === 'succeeded';
    });
    expect(await billing.listPublished(offer.offerId)).toEqual([]);
    running = await startProcess();
    await billing.publish(chargeOffer, offer);
    await billing.waitForOutcome(offer.offerId, 'succeeded', ['succeeded']);
  });

  it('is resolved after a kill in state unknown, without another request', async () => {
    await billing.sandbox.addFault({ match: CONFIRM, kind: 'lost-answer', times: 2 });
    const { buyerId } = await billing.createBuyer();
    const offer = billing.newOffer(buyerId);
    const point = 'billing:billing.charge-offer:after-commit-3';
    writeFileSync(join(chaosDir, point), '');
    await billing.publish(chargeOffer, offer);
    expect(await running.ended).toBe('SIGKILL');
    running = await startProcess();
    // No second request: the committed resolve message completes the charge.
    await billing.waitForOutcome(offer.offerId, 'succeeded', ['succeeded']);
  });
});
