import { randomUUID } from 'node:crypto';
import {
  leadDeferred,
  leadRefunded,
  leadRefundFailed,
  leadSeen,
  leadSold,
  leadUndeliverable,
  resendDelivery,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, newSale } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const { mailServer } = notifier;

beforeAll(() => notifier.start());
afterAll(() => notifier.stop());

const at = new Date().toISOString();
type Sale = ReturnType<typeof newSale>;
const idsOf = ({ leadId, offerId, buyerId }: Sale) => ({ leadId, offerId, buyerId });
const newRefund = (sale: Sale) => ({
  ...idsOf(sale),
  purchaseId: randomUUID(),
  refundId: randomUUID(),
  amountCents: 8_000,
});

const has = async (sql: string, id: string): Promise<boolean> =>
  (await notifier.dataSource.query<unknown[]>(sql, [id])).length > 0;

const resend = (deliveryId: string) =>
  notifier.commands.send(resendDelivery, { deliveryId, actorId: randomUUID(), caller });
/** So many that no attempt succeeds before the refund arrives. */
const REFUSALS = Array.from({ length: 3 }, () => ({ answer: 451 }));
const waitForFailedAttempt = ({ leadId }: Sale) =>
  eventually(async () => (await notifier.getDelivery(leadId)).lastErrorCode === 'TEMPORARY_ERROR');
const publishRefund = (refund: ReturnType<typeof newRefund>) =>
  notifier.publish(leadRefunded, { ...refund, reason: 'goodwill', refundedAt: at }, refund.refundId);

describe('a refunded lead', () => {
  it('is not sent any more, even if an attempt was planned, and cannot be sent again', async () => {
    const { userId, email } = await notifier.register();
    mailServer.script(email, ...REFUSALS);
    const sale = await notifier.sell(userId);
    await waitForFailedAttempt(sale);
    await publishRefund(newRefund(sale));
    expect(await notifier.waitForStatus(sale.leadId, 'failed')).toMatchObject({
      lastErrorCode: 'LEAD_REFUNDED',
    });
    await notifier.waitForAcknowledgments();
    await expect(resend((await notifier.getDelivery(sale.leadId)).id)).rejects.toMatchObject({
      code: 'LEAD_REFUNDED',
    });
  });

  it('is not sent if the refund was recorded while its deliveries were created', async () => {
    const { userId, email } = await notifier.register();
    mailServer.script(email, ...REFUSALS);
    const sale = await notifier.sell(userId);
    await waitForFailedAttempt(sale);
    // Cancels nothing, like a transaction that could not see the delivery.
    await notifier.dataSource.query(
      'INSERT INTO lead_refunds (refund_id, lead_id, refunded_at) VALUES ($1, $2, now())',
      [randomUUID(), sale.leadId],
    );
    expect(await notifier.waitForStatus(sale.leadId, 'failed')).toMatchObject({
      lastErrorCode: 'LEAD_REFUNDED',
    });
    expect(mailServer.listReceived(email)).toEqual([]);
    const published = await notifier.listPublished(sale.offerId);
    expect(published.map(({ name }) => name)).not.toContain(leadUndeliverable.name);
  });

  it('is neither sent nor announced if its sale becomes known later, until the refund fails', async () => {
    const { userId } = await notifier.register();
    await notifier.dataSource.query(
      `INSERT INTO push_subscriptions (id, user_id, endpoint_digest, name, settings)
       VALUES ($1::uuid, $1::uuid, $1::uuid::text, 'Chrome', '')`,
      [userId],
    );
    const sale = newSale({ buyerId: userId });
    const refund = newRefund(sale);
    await publishRefund(refund);
    await eventually(() => has('SELECT 1 FROM lead_refunds WHERE lead_id = $1', sale.leadId));
    await notifier.publish(leadSold, sale, sale.leadId);
    const delivery = await notifier.waitForStatus(sale.leadId, 'failed');
    expect(delivery).toMatchObject({ lastErrorCode: 'LEAD_REFUNDED', attempts: 0 });
    expect(await notifier.listRows('push_messages', 'lead_id', sale.leadId)).toEqual([]);
    await notifier.publish(leadRefundFailed, { ...refund, failedAt: at }, refund.refundId);
    await eventually(() => resend(delivery.id));
    await notifier.waitForStatus(sale.leadId, 'sent');
  });

  it('has no delivery locked while its refund waits for a channel', async () => {
    const { userId } = await notifier.register();
    const sale = await notifier.sell(userId);
    await notifier.waitForStatus(sale.leadId, 'sent');
    await notifier.withTransaction(async (other) => {
      await other.query('SELECT 1 FROM channels WHERE buyer_id = $1 FOR NO KEY UPDATE', [userId]);
      await publishRefund(newRefund(sale));
      await notifier.waitForBlockedStatement();
      await other.query('SELECT 1 FROM deliveries WHERE lead_id = $1 FOR NO KEY UPDATE NOWAIT', [
        sale.leadId,
      ]);
    });
    await eventually(() => has('SELECT 1 FROM lead_refunds WHERE lead_id = $1', sale.leadId));
  });

  it('is still sent if the refund failed before it became known', async () => {
    const { userId, email } = await notifier.register();
    mailServer.script(email, { answer: 451 });
    const sale = await notifier.sell(userId);
    const refund = newRefund(sale);
    await waitForFailedAttempt(sale);
    await notifier.publish(leadRefundFailed, { ...refund, failedAt: at }, refund.refundId);
    await publishRefund(refund);
    await notifier.waitForStatus(sale.leadId, 'sent');
  });
});

describe('a lead that no channel could deliver', () => {
  it('can be sent again if its buyer saw it, and is not published as undeliverable again', async () => {
    const { userId, email } = await notifier.register();
    mailServer.script(email, { answer: 554 });
    const sale = await notifier.sell(userId);
    const { id } = await notifier.waitForStatus(sale.leadId, 'failed');
    await expect(resend(id)).rejects.toMatchObject({ code: 'LEAD_REFUNDED' });
    await notifier.publish(leadSeen, { ...idsOf(sale), seenAt: at }, sale.offerId);
    mailServer.script(email, { answer: 554 });
    await eventually(() => resend(id));
    await eventually(async () => (await notifier.getDelivery(sale.leadId)).attempts === 2);
    await notifier.waitForStatus(sale.leadId, 'failed');
    await resend(id);
    await notifier.waitForStatus(sale.leadId, 'sent');
  });
});

describe('an attempt that failed', () => {
  const listDeferred = async ({ offerId }: Sale) =>
    (await notifier.listPublished(offerId)).filter(({ name }) => name === leadDeferred.name);

  it.each([451, 554])('is published once for the lead, however many attempts fail (%i)', async (answer) => {
    const { userId, email } = await notifier.register();
    mailServer.script(email, { answer: 451 }, { answer });
    const sale = await notifier.sell(userId);
    await eventually(async () => (await notifier.getDelivery(sale.leadId)).attempts >= 2);
    await notifier.waitForStatus(sale.leadId, answer === 554 ? 'failed' : 'sent');
    expect(await listDeferred(sale)).toMatchObject([{ queue: 'lead-router.events', payload: idsOf(sale) }]);
  });

  it('is not published if every attempt succeeded, or a channel took the lead before', async () => {
    const { userId, email } = await notifier.register();
    const sale = await notifier.sell(userId);
    const { id } = await notifier.waitForStatus(sale.leadId, 'sent');
    expect(await listDeferred(sale)).toEqual([]);
    const channelId = randomUUID();
    await notifier.dataSource.query(
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, removed_at) VALUES ($1, $2, 'sms', '', 'Dana', now())`,
      [channelId, userId],
    );
    const other = newSale({ buyerId: userId });
    await notifier.dataSource.query(
      `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content, status, sent_at)
       SELECT $1::uuid, $2, $3, $4, $1::uuid, 'sms', '', $1::uuid::text, '{}', 'sent', now() FROM deliveries WHERE id = $5`,
      [channelId, other.leadId, userId, other.offerId, id],
    );
    mailServer.script(email, { answer: 451 });
    await notifier.publish(leadSold, other, other.leadId);
    await waitForFailedAttempt(other);
    expect(await listDeferred(other)).toEqual([]);
  });

  it('is not published if the failure was ours', async () => {
    const { userId } = await notifier.register();
    mailServer.refusesSender = true;
    const sale = await notifier.sell(userId);
    await eventually(async () => (await notifier.getDelivery(sale.leadId)).attempts >= 2);
    mailServer.refusesSender = false;
    await notifier.waitForStatus(sale.leadId, 'sent');
    expect(await listDeferred(sale)).toEqual([]);
  });
});
