import { randomUUID } from 'node:crypto';
import { acknowledgeDifference, getReconciliation } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { caller, ReconciliationHelper } from './reconciliation.harness.js';
import { RefundHelper, type Sale } from './refund-helper.js';

describe('reconciliation', () => {
  let billing: BillingHarness;
  let refunds: RefundHelper;
  let reconciliation: ReconciliationHelper;

  beforeAll(async () => {
    billing = await BillingHarness.start({ RECONCILIATION_MIN_AGE_SECONDS: '1', STRIPE_TIMEOUT_MS: '3000' });
    refunds = new RefundHelper(billing);
    reconciliation = new ReconciliationHelper(billing);
  });
  afterAll(() => billing.stop());

  const sell = () => refunds.sell();
  const change = (sale: Sale, assignment: string): Promise<unknown> =>
    billing.pool.query(`UPDATE purchases SET ${assignment} WHERE id = $1`, [sale.purchaseId]);

  it('reports how long ago the first run was requested while none has finished', async () => {
    const ages = () => billing.readMetric('reconciliation_age_seconds{run="last"}');
    expect(await ages()).toEqual([]);
    const id = randomUUID();
    await billing.pool.query(
      `INSERT INTO reconciliation_runs (id, trigger, requested_at, leased_until)
       VALUES ($1, 'schedule', now() - interval '3 hours', now() + interval '1 day')`,
      [id],
    );
    const [age] = await ages();
    expect(age).toBeGreaterThanOrEqual(10_800);
    await billing.pool.query('DELETE FROM reconciliation_runs WHERE id = $1', [id]);
  });

  it('finds every kind of difference once, and nothing in what agrees', async () => {
    const [refunded, lost, wrongAmount, wrongStatus] = [
      await sell(),
      await sell(),
      await sell(),
      await sell(),
    ];
    const [forgotten, invented, disputed] = [await sell(), await sell(), await sell()];
    await refunds.request(refunded);
    await refunds.waitForRefund(refunded, 'succeeded');
    const missingId = `pi_missing${randomUUID().slice(0, 8)}`;
    await change(lost, `stripe_payment_intent_id = '${missingId}'`);
    await change(wrongAmount, 'amount = 79');
    await change(wrongStatus, `status = 'failed', decline_code = 'card_declined', purchased_at = NULL`);
    // The system does not hear of this refund: webhooks go nowhere in this test.
    const made = await refunds.refundAtProvider(forgotten);
    await refunds.request(invented);
    const own = await refunds.waitForRefund(invented, 'succeeded');
    await billing.pool.query("UPDATE refunds SET stripe_refund_id = 're_invented' WHERE id = $1", [own.id]);
    const dispute = await sellDisputed();
    await billing.pool.query(
      `INSERT INTO disputes (id, stripe_dispute_id, purchase_id, buyer_id, lead_id, amount, status, reason, opened_at)
       SELECT gen_random_uuid(), 'du_invented', id, user_id, lead_id, 80, 'needs_response', 'fraudulent', now()
         FROM purchases WHERE id = $1`,
      [disputed.purchaseId],
    );

    const expected = {
      [lost.intentId]: 'payment missing-here open',
      [missingId]: 'payment missing-there open',
      [wrongAmount.intentId]: 'payment amount open',
      [wrongStatus.intentId]: 'payment status open',
      [forgotten.intentId]: 'payment refunded-there-only open',
      [made.id]: 'refund missing-here open',
      [own.stripe_refund_id ?? '']: 'refund missing-here open',
      re_invented: 'refund missing-there open',
      [dispute]: 'dispute missing-here open',
      du_invented: 'dispute missing-there open',
    };
    const first = await reconciliation.compare();
    expect(await reconciliation.states()).toEqual(expected);
    expect(first).toMatchObject({ found: 10, resolved: 0, failure: null });
    expect(first.payments).toBeGreaterThanOrEqual(8);

    const second = await reconciliation.compare();
    expect(second.found).toBe(10);
    expect(await reconciliation.states()).toEqual(expected);
    expect(billing.log.filter(({ alarm }) => alarm === 'reconciliation-difference')).toHaveLength(10);
  });

  /** Returns the id of a dispute whose event never arrived. */
  async function sellDisputed(): Promise<string> {
    const { intentId } = await refunds.sell('pm_card_createDispute');
    const { data } = await billing.sandbox.get(`/v1/disputes?payment_intent=${intentId}`);
    return (data as { id: string }[])[0]?.id ?? '';
  }

  it('resolves what agrees again, and reopens what an admin acknowledged only if it changes', async () => {
    const differences = await reconciliation.list();
    const amount = differences.find(({ kind }) => kind === 'amount');
    const missing = differences.find(({ providerId }) => providerId === 'du_invented');
    const acknowledge = (differenceId = '') =>
      billing.commands.send(acknowledgeDifference, {
        differenceId,
        note: 'Moved by hand.',
        actorId: randomUUID(),
        caller,
      });
    await acknowledge(missing?.id);
    await billing.pool.query('UPDATE purchases SET amount = 80 WHERE id = $1', [amount?.purchaseId]);
    expect(await reconciliation.compare()).toMatchObject({ found: 9 });
    const states = await reconciliation.states();
    expect(states[amount?.providerId ?? '']).toBe('payment amount resolved');
    expect(states['du_invented']).toBe('dispute missing-there acknowledged');
    await expect(acknowledge(amount?.id)).rejects.toMatchObject({ code: 'DIFFERENCE_RESOLVED' });
    await expect(acknowledge(randomUUID())).rejects.toMatchObject({ code: 'DIFFERENCE_NOT_FOUND' });

    await billing.pool.query(
      "UPDATE disputes SET amount = amount - 1 WHERE stripe_dispute_id = 'du_invented'",
    );
    await reconciliation.compare();
    expect(await reconciliation.states()).toMatchObject({ du_invented: 'dispute missing-there open' });
  });

  it('replaces a difference by one of another kind, unless the payment is changing', async () => {
    const sale = await sell();
    const list = async () =>
      (await reconciliation.list())
        .filter(({ providerId }) => providerId === sale.intentId)
        .map(({ kind, state }) => `${kind} ${state}`)
        .sort();
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await change(sale, 'amount = 79');
    await reconciliation.compare();
    await change(sale, "status = 'failed', decline_code = 'card_declined', purchased_at = NULL");
    await reconciliation.compareUntil(anHourAgo);
    expect(await list()).toEqual(['amount open']);
    await change(sale, "updated_at = now() - interval '2 hours'");
    await reconciliation.compareUntil(anHourAgo);
    expect(await list()).toEqual(['amount resolved', 'status open']);
    await change(sale, "status = 'succeeded', decline_code = NULL, purchased_at = now()");
    await reconciliation.compare();
    expect(await list()).toEqual(['amount open', 'status resolved']);
  });

  it('reads the refunds made meanwhile once for a page, and leaves out their payments', async () => {
    const sales: Sale[] = [];
    for (let count = 0; count < 4; count += 1) sales.push(await sell());
    const to = new Date(Math.floor(Date.now() / 1_000 + 1) * 1_000);
    await eventually(() => Date.now() > to.getTime());
    for (const sale of sales) await refunds.refundAtProvider(sale);
    const list = { method: 'GET' as const, path: '/v1/refunds' };
    await billing.sandbox.addFault({ match: list, kind: 'latency', ms: 1 });
    await reconciliation.compareUntil(to);
    // One for the payments, one for the phase that compares the refunds.
    expect(await billing.sandbox.countFaultHits()).toBe(2);
    await billing.sandbox.clearFaults();
    const found = await reconciliation.states();
    expect(sales.filter(({ intentId }) => intentId in found)).toEqual([]);
    await reconciliation.compare();
    expect(await reconciliation.states()).toMatchObject(
      Object.fromEntries(sales.map(({ intentId }) => [intentId, 'payment refunded-there-only open'])),
    );
  });

  it('ignores purchases younger than the minimum age, and payments that are not ours', async () => {
    const young = await sell();
    await billing.pool.query(
      "UPDATE purchases SET amount = 79, updated_at = now() + interval '1 hour' WHERE id = $1",
      [young.purchaseId],
    );
    const others = await billing.sandbox.post<{ id: string }>('/v1/payment_intents', {
      amount: '5000',
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'allowed_payment_method_types[]': 'card',
    });
    await reconciliation.compare();
    const states = await reconciliation.states();
    expect(states[young.intentId]).toBeUndefined();
    expect(states[others.id]).toBeUndefined();
  });

  it('keeps trying while the provider fails, then finishes without a failure', async () => {
    for (const status of [429, 500])
      await billing.sandbox.addFault({
        match: { path: '/v1/payment_intents' },
        kind: 'status',
        status,
        times: 1,
      });
    await billing.sandbox.addFault({ match: { path: '/v1/refunds' }, kind: 'latency', ms: 4_500, times: 1 });
    const { id } = await reconciliation.start();
    expect((await reconciliation.waitUntilFinished(id)).failure).toBeNull();
    expect(await billing.sandbox.countFaultHits()).toBe(3);
    await billing.sandbox.clearFaults();
  });

  it('starts one run at a time', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => reconciliation.start()));
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    await reconciliation.waitUntilFinished(runs[0]?.id ?? '');
    const { runs: listed } = await billing.commands.send(getReconciliation, {});
    expect(listed.filter(({ finishedAt }) => finishedAt === null)).toEqual([]);
  });
});
