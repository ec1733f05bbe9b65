import { randomUUID } from 'node:crypto';
import {
  leadUndeliverable,
  listPurchases,
  listPurchasesOfLead,
  type PayloadOf,
  refundApproved,
  requestRefund,
  resolveRefund,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { RefundHelper, type Sale } from './refund-helper.js';
import type { Fault } from './sandbox.js';

const CREATE: Fault['match'] = { method: 'POST', path: '/v1/refunds' };
const LIST: Fault['match'] = { method: 'GET', path: '/v1/refunds' };

describe('refunds', () => {
  let billing: BillingHarness;
  let refunds: RefundHelper;

  beforeAll(async () => {
    billing = await BillingHarness.start();
    refunds = new RefundHelper(billing);
  });
  afterEach(() => billing.endFaults());
  afterAll(() => billing.stop());

  it('give the whole payment back for a lead that could not be delivered, once', async () => {
    const sale = await refunds.sell();
    const before = await billing.commands.send(listPurchases, { limit: 1 });
    await Promise.all(
      Array.from({ length: 6 }, () => billing.publish(leadUndeliverable, sale.undeliverable)),
    );
    const refund = await refunds.waitForRefund(sale, 'succeeded');
    await billing.waitForEmptyQueue();

    expect(await refunds.listAtProvider(sale)).toMatchObject([
      { amount: 8_000, status: 'succeeded', metadata: { refund_id: refund.id } },
    ]);
    const { offerId, leadId, buyerId, purchaseId } = sale;
    expect(
      (await billing.listPublished(refund.id)).filter(({ name }) => name !== 'accounts.record-action'),
    ).toEqual(
      ['lead-router.events', 'notifier.events'].map((queue) => ({
        name: 'billing.lead-refunded',
        queue,
        payload: {
          refundId: refund.id,
          purchaseId,
          offerId,
          leadId,
          buyerId,
          amountCents: 8_000,
          reason: 'undeliverable',
          refundedAt: expect.any(String),
        },
      })),
    );
    expect(await billing.findPurchase(offerId)).toMatchObject({ status: 'refunded' });
    const after = await billing.commands.send(listPurchases, { limit: 1 });
    expect(after.total).toEqual({ count: before.total.count, amountCents: before.total.amountCents - 8_000 });
    const { purchases } = await billing.commands.send(listPurchasesOfLead, { leadId, buyerId });
    expect(purchases).toMatchObject([
      { status: 'refunded', refunds: [{ reason: 'undeliverable', note: null }] },
    ]);
  });

  it('are not requested for a lead that no channel could deliver but its buyer has seen', async () => {
    const sale = await refunds.sell();
    billing.seenLeads.add(sale.leadId);
    await billing.publish(leadUndeliverable, sale.undeliverable);
    await eventually(() =>
      billing.log.some(
        ({ msg, leadId }) => msg === 'lead seen by buyer not refunded' && leadId === sale.leadId,
      ),
    );
    await billing.waitForEmptyQueue();
    expect(await refunds.list(sale)).toEqual([]);
    expect(await refunds.listAtProvider(sale)).toEqual([]);
    expect(await billing.findPurchase(sale.offerId)).toMatchObject({ status: 'succeeded' });
  });

  it('are requested by an admin with a reason, and recorded in the audit log', async () => {
    const sale = await refunds.sell();
    const actorId = randomUUID();
    const { refund } = await refunds.request(sale, actorId);
    expect(refund).toMatchObject({ reason: 'goodwill', requestedBy: actorId });
    await refunds.waitForRefund(sale, 'succeeded');
    const published = await billing.listPublished(refund.id);
    expect(published.find(({ name }) => name === 'accounts.record-action')?.payload).toMatchObject({
      action: 'refund-requested',
      actorId,
      userId: sale.buyerId,
    });
  });

  it('are refused for a payment that is refunded, being refunded, not paid, or unknown', async () => {
    const notRefundable = { code: 'PURCHASE_NOT_REFUNDABLE' };
    const sale = await refunds.sell();
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 429 });
    await refunds.request(sale);
    await expect(refunds.request(sale)).rejects.toMatchObject(notRefundable);
    await billing.sandbox.clearFaults();
    await refunds.waitForRefund(sale, 'succeeded');
    await expect(refunds.request(sale)).rejects.toMatchObject(notRefundable);
    const { buyerId } = await billing.createBuyer('pm_card_chargeCustomerFail');
    const { id } = await billing.waitForStatus(await billing.charge(buyerId), 'failed');
    await expect(refunds.request({ purchaseId: id })).rejects.toMatchObject(notRefundable);
    await expect(refunds.request({ purchaseId: randomUUID() })).rejects.toMatchObject({
      code: 'PURCHASE_NOT_FOUND',
    });
  });

  it('requested at the same time move the money once', async () => {
    const sale = await refunds.sell();
    const answers = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => refunds.request(sale)),
      billing.publish(leadUndeliverable, sale.undeliverable),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
    await refunds.waitForPurchase(sale, 'refunded');
    await billing.waitForEmptyQueue();
    expect(await refunds.listAtProvider(sale)).toHaveLength(1);
    expect(await refunds.list(sale)).toHaveLength(1);
  });

  it('with an unknown outcome are read before anything is sent again', async () => {
    const sale = await refunds.sell();
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 500, effect: true });
    await billing.sandbox.addFault({ match: LIST, kind: 'status', status: 500 });
    await billing.publish(leadUndeliverable, sale.undeliverable);
    await eventually(async () => ((await refunds.list(sale))[0]?.resolve_attempt ?? 0) >= 4);
    expect(await billing.findPurchase(sale.offerId)).toMatchObject({ status: 'succeeded' });
    await billing.sandbox.clearFaults();
    await refunds.waitForRefund(sale, 'succeeded');
    expect(await refunds.listAtProvider(sale)).toHaveLength(1);
  });

  it.each([
    ['succeeded', 'pm_card_visa'],
    ['is pending', 'pm_card_pendingRefund'],
  ])('give back the rest if a part was given back in the dashboard, which %s', async (_state, card) => {
    const sale = await refunds.sell(card);
    await refunds.refundAtProvider(sale, 3_000);
    await billing.readProviderEvents();
    await eventually(async () => (await refunds.list(sale)).length === 1);
    await billing.publish(leadUndeliverable, sale.undeliverable);
    await eventually(async () => (await refunds.listAtProvider(sale)).length === 2);
    await eventually(async () => {
      await billing.readProviderEvents();
      return (await billing.findPurchase(sale.offerId))?.status === 'refunded';
    });
    const amounts = (await refunds.listAtProvider(sale)).map(({ amount }) => amount);
    expect(amounts.toSorted((a, b) => a - b)).toEqual([3_000, 5_000]);
    await expect(refunds.request(sale)).rejects.toMatchObject({ code: 'PURCHASE_NOT_REFUNDABLE' });
  });

  it('that ended here but exist at the provider are found there', async () => {
    const sale = await refunds.sell();
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 400, times: 1 });
    await refunds.request(sale);
    const { id } = await refunds.waitForRefund(sale, 'failed');
    await billing.sandbox.post('/v1/refunds', { payment_intent: sale.intentId, 'metadata[refund_id]': id });
    await billing.readProviderEvents();
    await refunds.waitForPurchase(sale, 'refunded');
    expect((await refunds.list(sale)).map(({ reason, status }) => [reason, status]).toSorted()).toEqual([
      ['goodwill', 'failed'],
      ['made-at-provider', 'succeeded'],
    ]);
  });

  it('that succeeded stay so when a refusal of an earlier attempt is recorded late', async () => {
    const sale = await refunds.sell();
    const refundId = randomUUID();
    await billing.pool.query(
      `INSERT INTO refunds (id, purchase_id, amount, status, reason, resolve_attempt)
       VALUES ($1, $2, 80, 'requested', 'undeliverable', 1)`,
      [refundId, sale.purchaseId],
    );
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 400 });
    const other = await billing.pool.connect();
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM purchases WHERE id = $1 FOR UPDATE', [sale.purchaseId]);
    await billing.publish(resolveRefund, { refundId, attempt: 1 });
    await eventually(() => billing.listAlarms(sale.offerId).includes('refund-refused'));
    await other.query(
      `UPDATE refunds SET status = 'succeeded', stripe_refund_id = 're_of_another_attempt', succeeded_at = now() WHERE id = $1`,
      [refundId],
    );
    await other.query('COMMIT');
    other.release();
    await billing.waitForEmptyQueue();
    expect(await refunds.list(sale)).toMatchObject([{ status: 'succeeded', failure_reason: null }]);
  });

  it('wait while the API key belongs to an account that does not know the payment', async () => {
    const sale = await refunds.sell();
    const changeIntent = (id: string) =>
      billing.pool.query('UPDATE purchases SET stripe_payment_intent_id = $2 WHERE id = $1', [
        sale.purchaseId,
        id,
      ]);
    await changeIntent('pi_of_another_account');
    await billing.publish(leadUndeliverable, sale.undeliverable);
    await eventually(async () => ((await refunds.list(sale))[0]?.resolve_attempt ?? 0) >= 2);
    expect(await refunds.list(sale)).toMatchObject([{ status: 'requested', failure_reason: null }]);
    expect(billing.listAlarms(sale.offerId)).toContain('provider-rejected-request');
    await changeIntent(sale.intentId);
    await refunds.waitForRefund(sale, 'succeeded');
    expect(await refunds.listAtProvider(sale)).toHaveLength(1);
  });

  it('that the provider refuses fail with its reason, and can be requested again', async () => {
    const sale = await refunds.sell();
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 400, times: 1 });
    await refunds.request(sale);
    const refund = await refunds.waitForRefund(sale, 'failed');
    expect(refund.failure_reason).toEqual(expect.any(String));
    expect(await billing.findPurchase(sale.offerId)).toMatchObject({ status: 'succeeded' });
    await refunds.request(sale);
    await refunds.waitForRefund(sale, 'succeeded');
  });

  const newApproval = ({ leadId, offerId, buyerId }: Sale): PayloadOf<typeof refundApproved> => ({
    reportId: randomUUID(),
    leadId,
    offerId,
    buyerId,
    reason: 'not-delivered',
    note: 'The log shows no delivery.',
    actorId: randomUUID(),
    at: new Date().toISOString(),
  });

  it('are made once for an approved report, however often and with whatever other message it arrives', async () => {
    const sale = await refunds.sell();
    const approval = newApproval(sale);
    await Promise.all(Array.from({ length: 4 }, () => billing.publish(refundApproved, approval)));
    const refund = await refunds.waitForRefund(sale, 'succeeded');
    await Promise.all([
      billing.publish(refundApproved, approval),
      billing.publish(leadUndeliverable, sale.undeliverable),
    ]);
    await billing.waitForEmptyQueue();
    expect(refund).toMatchObject({ id: approval.reportId, reason: 'not-delivered' });
    expect(await refunds.list(sale)).toHaveLength(1);
    expect(await refunds.listAtProvider(sale)).toHaveLength(1);
  });

  it('that failed are not requested again by the same approved report', async () => {
    const sale = await refunds.sell();
    const approval = newApproval(sale);
    await billing.sandbox.addFault({ match: CREATE, kind: 'status', status: 400, times: 1 });
    await billing.publish(refundApproved, approval);
    await refunds.waitForRefund(sale, 'failed');
    await billing.publish(refundApproved, approval);
    await billing.waitForEmptyQueue();
    expect(await refunds.list(sale)).toHaveLength(1);
    expect(await refunds.listAtProvider(sale)).toEqual([]);
  });

  it('wait for the outcome of the charge', async () => {
    const offerId = randomUUID();
    const unpaid = { offerId, leadId: randomUUID(), buyerId: randomUUID(), isOurFailure: false };
    const listFaults = () => billing.log.filter(({ message }) => message === leadUndeliverable.name);
    const faults = listFaults().length;
    await billing.publish(leadUndeliverable, { ...unpaid, at: new Date().toISOString() });
    await eventually(() => listFaults().length > faults);
    expect(billing.listAlarms(offerId)).toEqual([]);
  });
});

describe('refund requests', () => {
  it('need a reason of the list and a note', () => {
    const request = {
      purchaseId: randomUUID(),
      actorId: randomUUID(),
      caller: { address: '::1', userAgent: null },
    };
    const isValid = (rest: object): boolean =>
      requestRefund.request.isValidSync({ ...request, ...rest }, { strict: true });
    expect(isValid({ reason: 'goodwill', note: 'Because.' })).toBe(true);
    expect(isValid({ reason: 'undeliverable', note: 'Because.' })).toBe(false);
    expect(isValid({ reason: 'goodwill', note: '' })).toBe(false);
  });
});
