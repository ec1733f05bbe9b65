import { randomUUID } from 'node:crypto';
import { acceptProviderEvent, getDispute, listDisputes, listPurchases, reviewDispute } from '@desk/contracts';
import { eventually, openPublished } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';
import { RefundHelper, type Sale } from './refund-helper.js';
import { deliverUnreliably, seededRandom } from './unreliable-webhooks.js';

interface DisputeRow {
  id: string;
  stripe_dispute_id: string;
  status: string;
  evidence_due_by: Date | null;
}

describe('disputes', () => {
  let billing: BillingHarness;
  let refunds: RefundHelper;

  beforeAll(async () => {
    billing = await BillingHarness.start();
    refunds = new RefundHelper(billing);
  });
  afterAll(() => billing.stop());

  const sell = () => refunds.sell('pm_card_createDispute');
  const find = async ({ purchaseId }: Sale): Promise<DisputeRow | undefined> => {
    const { rows } = await billing.pool.query<DisputeRow>('SELECT * FROM disputes WHERE purchase_id = $1', [
      purchaseId,
    ]);
    return rows[0];
  };
  const waitFor = (sale: Sale, status: string): Promise<DisputeRow> =>
    eventually(async () => {
      const row = await find(sale);
      if (row?.status !== status) throw new Error(`dispute is ${row?.status ?? 'missing'}`);
      return row;
    });
  /** It is logged after the commit. */
  const waitForAlarm = ({ offerId }: Sale) =>
    eventually(() => expect(billing.listAlarms(offerId)).toEqual(['payment-disputed']));
  const readDisputeId = async (sale: Sale): Promise<string> => {
    const events = await billing.sandbox.listEventsOfPayment(sale.intentId);
    return events.find(({ type }) => type === 'charge.dispute.created')?.data.object.id ?? '';
  };
  const decide = ({ stripe_dispute_id: id }: Pick<DisputeRow, 'stripe_dispute_id'>, evidence: string) =>
    billing.sandbox.post(`/v1/disputes/${id}`, { 'evidence[uncategorized_text]': evidence });
  const review = (disputeId: string, actorId = randomUUID()) =>
    billing.commands.send(reviewDispute, { disputeId, actorId, caller: { address: '::1', userAgent: null } });
  const countReviewActions = async (disputeId: string): Promise<number> => {
    const { rows } = await billing.pool.query<{ id: string; queue: string; sealed: string }>(
      "SELECT message_id AS id, queue, sealed FROM outbox WHERE name = 'accounts.record-action'",
    );
    return rows.filter((row) => JSON.stringify(openPublished(row)).includes(disputeId)).length;
  };
  const listReviews = async (buyerId: string, version: number) =>
    (await billing.listPublished(`${buyerId}-${version}`))
      .filter(({ name }) => name === 'billing.buyer-review-changed')
      .map(({ queue, payload }) => [queue, payload['isUnderReview']]);

  it('are recorded with deadline and amount, and stop the service until an admin reviews them', async () => {
    const sale = await sell();
    await billing.readProviderEvents();
    const { id } = await waitFor(sale, 'needs_response');
    const dispute = await billing.commands.send(getDispute, { disputeId: id });
    expect(dispute).toMatchObject({
      purchaseId: sale.purchaseId,
      leadId: sale.leadId,
      buyerId: sale.buyerId,
      amountCents: 8_000,
      reason: 'fraudulent',
      evidenceDueBy: expect.any(String),
      reviewedAt: null,
    });
    expect((await billing.commands.send(listDisputes, {})).disputes.map((row) => row.id)).toContain(id);
    await waitForAlarm(sale);
    expect(await listReviews(sale.buyerId, 1)).toEqual([
      ['lead-router.events', true],
      ['notifier.events', true],
    ]);
    // The money is gone for now, but the outcome is open.
    expect(await billing.findPurchase(sale.offerId)).toMatchObject({ status: 'succeeded' });

    const actorId = randomUUID();
    expect((await review(id, actorId)).reviewedAt).toEqual(expect.any(String));
    await review(id, actorId);
    expect(await listReviews(sale.buyerId, 2)).toEqual([
      ['lead-router.events', false],
      ['notifier.events', false],
    ]);
    expect(await listReviews(sale.buyerId, 3)).toEqual([]);
    expect(await countReviewActions(id)).toBe(1);
    const logged = billing.log.filter(({ msg }) => msg === 'dispute reviewed by admin');
    expect(logged.map(({ disputeId }) => disputeId)).toEqual([id]);
  });

  it('are listed oldest first until somebody reviews them, then newest first', async () => {
    const sale = await refunds.sell();
    const insert = async (openedAt: string, reviewedAt: string | null): Promise<string> => {
      const id = randomUUID();
      await billing.pool.query(
        `INSERT INTO disputes (id, stripe_dispute_id, purchase_id, buyer_id, lead_id, amount, status, reason,
                               opened_at, reviewed_at)
         SELECT $2, $3, id, user_id, lead_id, amount, 'needs_response', 'fraudulent', $4, $5
           FROM purchases WHERE id = $1`,
        [sale.purchaseId, id, `du_${id}`, openedAt, reviewedAt],
      );
      return id;
    };
    const ids = [
      await insert('2026-03-01T00:00:00Z', null),
      await insert('2026-03-02T00:00:00Z', null),
      await insert('2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'),
      await insert('2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z'),
    ];
    const { disputes } = await billing.commands.send(listDisputes, {});
    expect(disputes.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
  });

  it('that began as an inquiry need another review, and stop the service again', async () => {
    const sale = await sell();
    const disputeId = await readDisputeId(sale);
    const id = randomUUID();
    await billing.pool.query(
      `INSERT INTO disputes (id, stripe_dispute_id, purchase_id, buyer_id, lead_id, amount, status, reason, opened_at)
       SELECT $2, $3, id, user_id, lead_id, amount, 'warning_needs_response', 'fraudulent', now()
         FROM purchases WHERE id = $1`,
      [sale.purchaseId, id, disputeId],
    );
    const actorId = randomUUID();
    await review(id, actorId);
    await billing.readProviderEvents();
    await waitFor(sale, 'needs_response');
    expect(await billing.commands.send(getDispute, { disputeId: id })).toMatchObject({ reviewedAt: null });
    await waitForAlarm(sale);
    expect(await listReviews(sale.buyerId, 2)).toContainEqual(['lead-router.events', true]);
    await review(id, actorId);
    expect(await listReviews(sale.buyerId, 3)).toContainEqual(['lead-router.events', false]);
    expect(await countReviewActions(id)).toBe(2);
  });

  it('count as refunded if they are lost', async () => {
    const sale = await sell();
    await billing.readProviderEvents();
    const dispute = await waitFor(sale, 'needs_response');
    const before = await billing.commands.send(listPurchases, { limit: 1 });
    await decide(dispute, 'losing_evidence');
    await billing.readProviderEvents();
    const row = await waitFor(sale, 'lost');
    expect(row.evidence_due_by).toBeNull();
    expect(await billing.findPurchase(sale.offerId)).toMatchObject({ status: 'refunded' });
    const after = await billing.commands.send(listPurchases, { limit: 1 });
    expect(after.total.amountCents).toBe(before.total.amountCents - 8_000);
    const [event] = (await billing.listPublished(row.id)).filter(({ queue }) => queue === 'notifier.events');
    expect(event).toMatchObject({ name: 'billing.lead-refunded', payload: { reason: 'dispute-lost' } });
  });

  it('withdraw the announced refund when the bank reverses them, also if an earlier refund was announced', async () => {
    const sale = await sell();
    await billing.readProviderEvents();
    const dispute = await waitFor(sale, 'needs_response');
    const refundId = randomUUID();
    await billing.pool.query(
      `INSERT INTO refunds (id, purchase_id, amount, status, reason, stripe_refund_id, succeeded_at)
       SELECT $2, id, amount, 'succeeded', 'goodwill', 're_announced', now() FROM purchases WHERE id = $1`,
      [sale.purchaseId, refundId],
    );
    await decide(dispute, 'A receipt.');
    await billing.readProviderEvents();
    await refunds.waitForPurchase(sale, 'refunded');
    await decide(dispute, 'losing_evidence');
    await billing.readProviderEvents();
    await waitFor(sale, 'lost');
    await billing.pool.query("UPDATE refunds SET status = 'failed', ended_at = now() WHERE id = $1", [
      refundId,
    ]);
    const lostAt = '2026-03-20T12:00:00.000Z';
    await billing.pool.query('UPDATE disputes SET closed_at = $2 WHERE stripe_dispute_id = $1', [
      dispute.stripe_dispute_id,
      lostAt,
    ]);
    await billing.sandbox.post(`/sandbox/disputes/${dispute.stripe_dispute_id}/reverse`);
    await billing.readProviderEvents();
    await refunds.waitForPurchase(sale, 'succeeded');
    // The money came back now, so the balance report of March must not change.
    expect((await billing.commands.send(getDispute, { disputeId: dispute.id })).closedAt).not.toBe(lostAt);
    const count = (outcome: string) => billing.readCounter(`refunds_total{outcome="${outcome}"}`);
    await eventually(async () => (await count('dispute-reversed')) === 1);
    expect(await count('returned')).toBe(0);
    const published = await billing.listPublished(refundId);
    expect(new Set(published.map(({ name }) => name))).toEqual(
      new Set(['billing.lead-refunded', 'billing.lead-refund-failed']),
    );
  });

  it('keep a refund from being made, and the refund says why; once they are won, it is owed', async () => {
    const sale = await sell();
    await refunds.request(sale);
    const refund = await refunds.waitForRefund(sale, 'failed');
    expect(refund.failure_reason).toBe('charge_disputed');
    expect(await billing.findPurchase(sale.offerId)).toMatchObject({ status: 'succeeded' });
    await decide({ stripe_dispute_id: await readDisputeId(sale) }, 'winning_evidence');
    await billing.readProviderEvents();
    await waitFor(sale, 'won');
    await eventually(() => billing.listAlarms(sale.offerId).includes('refund-owed'));
  });

  it.each(['losing_evidence', 'winning_evidence'])(
    'with %s end in the same state in any order of events, repeated, and partly lost',
    async (evidence) => {
      const accept = (event: object) => billing.commands.send(acceptProviderEvent, billing.sign(event));
      const [dispute, purchase] =
        evidence === 'losing_evidence' ? ['lost', 'refunded'] : ['won', 'succeeded'];
      for (let run = 0; run < 4; run += 1) {
        const seed = Math.floor(Math.random() * 2 ** 31);
        const sale = await sell();
        await decide({ stripe_dispute_id: await readDisputeId(sale) }, evidence);
        const events = await billing.sandbox.listEventsOfPayment(sale.intentId);
        await deliverUnreliably(events, seededRandom(seed), accept);
        await billing.readProviderEvents();
        await waitFor(sale, dispute);
        await billing.waitForStoredEvents();
        const state = {
          seed,
          dispute: (await find(sale))?.status,
          ...(await billing.findPurchase(sale.offerId)),
        };
        expect(state).toMatchObject({ seed, dispute, status: purchase });
      }
    },
  );
});
