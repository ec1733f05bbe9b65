import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leadUndeliverable } from '@desk/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { BillingProcess } from './billing-process.js';
import { RefundHelper } from './refund-helper.js';

const CRASH_POINTS = [
  'billing:notifications.lead-undeliverable:before-commit-1',
  'billing:notifications.lead-undeliverable:after-commit-1',
  'billing:billing.resolve-refund:after-POST-v1-refunds',
  'billing:billing.resolve-refund:before-commit-1',
  'billing:billing.resolve-refund:after-commit-1',
];

describe('a refund interrupted by a process kill', () => {
  let billing: BillingHarness;
  let refunds: RefundHelper;
  let running: BillingProcess;
  let chaosDir: string;

  const startProcess = () => BillingProcess.start({ ...billing.env, CHAOS_DIR: chaosDir });

  beforeAll(async () => {
    billing = await BillingHarness.prepare();
    refunds = new RefundHelper(billing);
    chaosDir = mkdtempSync(join(tmpdir(), 'billing-refunds-'));
    running = await startProcess();
  });
  beforeEach(async () => {
    if (running.hasEnded()) running = await startProcess();
  });
  afterAll(async () => {
    await running.stop();
    await billing.stop();
    rmSync(chaosDir, { recursive: true });
  });

  it.each(CRASH_POINTS)('gives the payment back exactly once after a kill at %s', async (point) => {
    const sale = await refunds.sell();
    writeFileSync(join(chaosDir, point), '');
    await billing.publish(leadUndeliverable, sale.undeliverable);
    expect(await running.ended).toBe('SIGKILL');
    expect(existsSync(join(chaosDir, `${point}.hit`))).toBe(true);
    running = await startProcess();
    await billing.publish(leadUndeliverable, sale.undeliverable);
    await refunds.waitForRefund(sale, 'succeeded');
    await refunds.waitForPurchase(sale, 'refunded');
    expect(await refunds.listAtProvider(sale)).toHaveLength(1);
    expect(await refunds.list(sale)).toHaveLength(1);
  });
});
