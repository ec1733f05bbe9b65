import { isDeepStrictEqual } from 'node:util';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { observeOutcome, readTotalCents } from './observe-outcome.js';
import { rows } from './outcome-rows.js';
import { RefundHelper } from './refund-helper.js';

describe('the outcome of', () => {
  let billing: BillingHarness;
  let refunds: RefundHelper;

  beforeAll(async () => {
    billing = await BillingHarness.start({ STRIPE_TIMEOUT_MS: '3000' });
    refunds = new RefundHelper(billing);
  });
  afterEach(() => billing.endFaults());
  afterAll(() => billing.stop());

  it.each(rows)('$name', async ({ act, outcome }) => {
    const totalCents = await readTotalCents(billing);
    const charged = await act({ billing, refunds });
    const observe = () => observeOutcome(billing, charged, totalCents);
    await eventually(async () => isDeepStrictEqual(await observe(), outcome)).catch(() => undefined);
    await billing.waitForEmptyQueue();
    expect(await observe()).toEqual(outcome);
  });
});
