import { randomUUID } from 'node:crypto';
import {
  contactChanged,
  leadSold,
  listDeliveriesOfLead,
  type PayloadOf,
  recordAction,
  resendDelivery,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_ATTEMPTS } from '../src/sending/retry-schedule.js';
import { SendingRepository } from '../src/sending/sending.repository.js';
import { NotifierHarness } from './notifier.harness.js';
import { caller, newContact, newSale } from './fixtures.js';

describe('resendDelivery', () => {
  const notifier = new NotifierHarness();
  const { mailServer } = notifier;
  const actorId = randomUUID();

  /** Records that the lead reached the buyer as a text message. Without that, it would be refunded rather than resent. */
  const addText = async (sale: ReturnType<typeof newSale>) => {
    const channelId = randomUUID();
    await notifier.dataSource.query(
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, removed_at) VALUES ($1, $2, 'sms', '', 'Dana', now())`,
      [channelId, sale.buyerId],
    );
    await notifier.dataSource.query(
      `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content, status, sent_at)
       VALUES ($1::uuid, $2, $3, $4, $1::uuid, 'sms', '', $1::uuid::text, '{}', 'sent', now())`,
      [channelId, sale.leadId, sale.buyerId, sale.offerId],
    );
  };
  const listEmails = async (leadId: string) =>
    (await notifier.commands.send(listDeliveriesOfLead, { leadId, buyerId: null })).deliveries.filter(
      ({ channel }) => channel === 'email',
    );
  /** Creates a delivery that the server refused permanently. The server accepts the next message. */
  const createFailedDelivery = async () => {
    const user = await notifier.register();
    mailServer.script(user.email, { answer: 554 });
    const sale = newSale({ buyerId: user.userId });
    await addText(sale);
    await notifier.publish(leadSold, sale, sale.leadId);
    return { user, sale, row: await notifier.waitForStatus(sale.leadId, 'failed') };
  };
  const resend = (deliveryId: string) =>
    notifier.commands.send(resendDelivery, { deliveryId, actorId, caller });
  const listActions = async (id: string) =>
    (await notifier.listAllPublished())
      .filter(({ name }) => name === recordAction.name)
      .map(({ queue, payload }) => ({
        queue,
        payload: payload as PayloadOf<typeof recordAction>,
      }))
      .filter(({ payload }) => payload.subject.id === id);

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  it('queues the delivery under its id and records who requested it', async () => {
    const { user, sale, row } = await createFailedDelivery();
    const { id, messageId } = row;
    const requeued = await resend(id);
    expect(requeued).toMatchObject({
      id,
      leadId: sale.leadId,
      buyerId: user.userId,
      channel: 'email',
      address: user.email,
      status: 'queued',
      attempts: 0,
      sentAt: null,
      failedAt: null,
      lastErrorCode: 'MESSAGE_REFUSED',
    });
    expect(Date.parse(requeued.nextAttemptAt!)).toBeGreaterThanOrEqual(Date.parse(requeued.queuedAt));
    await notifier.waitForStatus(sale.leadId, 'sent');
    await notifier.waitForAcknowledgments();
    expect(mailServer.listReceived(user.email).map((received) => received.messageId)).toEqual([messageId]);
    expect(await listEmails(sale.leadId)).toMatchObject([
      { id, status: 'sent', attempts: 1, nextAttemptAt: null },
    ]);
    expect(await notifier.listPublished(id)).toMatchObject([{ name: 'notifications.lead-delivered' }]);
    expect(await listActions(id)).toMatchObject([
      {
        queue: 'accounts.events',
        payload: { action: 'delivery-resent', actorId, userId: user.userId, caller },
      },
    ]);
  });

  it('rejects a delivery whose content was removed', async () => {
    const { row } = await createFailedDelivery();
    await notifier.dataSource.query(
      "UPDATE deliveries SET content = '{}', content_removed_at = now() WHERE id = $1",
      [row.id],
    );
    await expect(resend(row.id)).rejects.toMatchObject({ code: 'DELIVERY_CONTENT_REMOVED' });
  });

  it('grants the full retry schedule again', async () => {
    const { user, sale, row } = await createFailedDelivery();
    await notifier.dataSource.query('UPDATE deliveries SET attempts = $2 WHERE id = $1', [
      row.id,
      MAX_ATTEMPTS,
    ]);
    mailServer.script(user.email, { answer: 451 });
    await resend(row.id);
    expect(await notifier.waitForStatus(sale.leadId, 'sent')).toMatchObject({
      lastErrorCode: 'TEMPORARY_ERROR',
    });
    expect(await listEmails(sale.leadId)).toMatchObject([{ attempts: 2 }]);
  });

  it('resends a delivery that failed twice', async () => {
    const { user, sale, row } = await createFailedDelivery();
    mailServer.script(user.email, { answer: 554 });
    await resend(row.id);
    await eventually(async () => (await notifier.getDelivery(sale.leadId)).attempts === 2);
    await notifier.waitForStatus(sale.leadId, 'failed');
    expect(await resend(row.id)).toMatchObject({ status: 'queued', attempts: 0 });
    await notifier.waitForStatus(sale.leadId, 'sent');
    expect(await listActions(row.id)).toHaveLength(2);
  });

  it("sends to the channel's current address", async () => {
    const { user, sale, row } = await createFailedDelivery();
    const email = `new-${user.email}`;
    await notifier.publish(contactChanged, newContact({ ...user, email }));
    await notifier.waitForAcknowledgments();
    expect(await resend(row.id)).toMatchObject({ address: email });
    await notifier.waitForStatus(sale.leadId, 'sent');
    expect(mailServer.listReceived(user.email)).toEqual([]);
    expect(mailServer.listReceived(email).map(({ messageId }) => messageId)).toEqual([row.messageId]);
  });

  it('waits for a concurrent address change', async () => {
    const { user, sale, row } = await createFailedDelivery();
    const email = `new-${user.email}`;
    let pending: ReturnType<typeof resend> | undefined;
    // Not a transaction of `Transactions`, in which sending a command is refused.
    await notifier.dataSource.transaction(async (manager) => {
      await manager.query('UPDATE channels SET address = $2 WHERE buyer_id = $1', [user.userId, email]);
      pending = resend(row.id);
      await notifier.waitForBlockedStatement();
    });
    expect(await pending).toMatchObject({ address: email });
    await notifier.waitForStatus(sale.leadId, 'sent');
    expect(mailServer.listReceived(email)).toHaveLength(1);
  });

  it('sends to the previous address if the channel is not usable', async () => {
    const { user, sale, row } = await createFailedDelivery();
    await notifier.dataSource.query(
      "UPDATE channels SET address = 'nobody@agency.example', verified_at = NULL WHERE buyer_id = $1",
      [user.userId],
    );
    expect(await resend(row.id)).toMatchObject({ address: user.email });
    await notifier.waitForStatus(sale.leadId, 'sent');
    expect(mailServer.listReceived('nobody@agency.example')).toEqual([]);
  });

  it('accepts only one of several concurrent requests', async () => {
    const { user, sale, row } = await createFailedDelivery();
    const results = await Promise.allSettled([1, 2, 3].map(() => resend(row.id)));
    const rejections = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(rejections).toMatchObject([{ code: 'DELIVERY_NOT_FAILED' }, { code: 'DELIVERY_NOT_FAILED' }]);
    await notifier.waitForStatus(sale.leadId, 'sent');
    await notifier.waitForAcknowledgments();
    expect(mailServer.listReceived(user.email)).toHaveLength(1);
    expect(await listActions(row.id)).toHaveLength(1);
  });

  it('invalidates the lease of a process that was still sending it', async () => {
    const { user, sale, row } = await createFailedDelivery();
    const release = mailServer.hold(user.email);
    await resend(row.id);
    await eventually(async () => (await notifier.getDelivery(sale.leadId)).leaseUntil !== null);
    const rows = new SendingRepository('deliveries');
    const staleClaim = { id: row.id, attempts: row.attempts };
    const recorded = await notifier.transactions.run(async (tx) => [
      await rows.scheduleRetry(tx, staleClaim, { delayMs: 60_000, reason: 'TEMPORARY_ERROR' }),
      await rows.setFailed(tx, staleClaim, 'MESSAGE_REFUSED'),
    ]);
    expect(recorded).toEqual([false, false]);
    release();
    await notifier.waitForStatus(sale.leadId, 'sent');
  });

  it('rejects a delivery that has not failed or does not exist', async () => {
    const { sale, row } = await createFailedDelivery();
    await resend(row.id);
    await notifier.waitForStatus(sale.leadId, 'sent');
    await expect(resend(row.id)).rejects.toMatchObject({ code: 'DELIVERY_NOT_FAILED' });
    await expect(resend(randomUUID())).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    expect(await listActions(row.id)).toHaveLength(1);
  });
});
