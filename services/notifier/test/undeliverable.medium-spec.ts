import { randomUUID } from 'node:crypto';
import {
  applyTextMessageReport,
  type DeliveryState,
  leadRefunded,
  leadRefundFailed,
  leadUndeliverable,
  type MoneyBackReason,
  resendDelivery,
  setUpWebhook,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller } from './fixtures.js';
import { HookServer, status } from './hook-server.js';
import { insertLead } from './inserted-leads.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const { mailServer } = notifier;
const hooks = new HookServer();

beforeAll(async () => {
  await hooks.listen();
  await notifier.start();
});
afterAll(async () => {
  await notifier.stop();
  await hooks.close();
});

/** Creates an agent with a webhook besides the mailbox. */
const newAgentWithWebhook = async () => {
  const user = await notifier.registerConfirmed();
  const path = `/${user.userId}`;
  await notifier.commands.send(setUpWebhook, { userId: user.userId, url: hooks.urlOf(path), caller });
  // Waits for the email about the webhook, which would otherwise get the answer meant for the lead's email.
  await eventually(async () => {
    const [mail] = await notifier.listRows('account_mails', 'user_id', user.userId);
    return mail?.status === 'sent';
  });
  return { ...user, path };
};
const listStates = async (leadId: string): Promise<string[]> =>
  (await notifier.listRows('deliveries', 'lead_id', leadId)).map((row) => row.status).toSorted();
const waitForStates = (leadId: string, ...states: DeliveryState[]) =>
  eventually(async () => expect(await listStates(leadId)).toEqual(states));
const listUndeliverable = async (offerId: string) =>
  (await notifier.listPublished(offerId)).filter(({ name }) => name === leadUndeliverable.name);

const reportFailure = (deliveryId: string, key: string = randomUUID()) =>
  notifier.publish(
    applyTextMessageReport,
    { deliveryId, messageSid: 'SM1', status: 'undelivered', errorCode: 30005 },
    key,
  );
const resend = (deliveryId: string) =>
  notifier.commands.send(resendDelivery, { deliveryId, actorId: randomUUID(), caller });

describe('a lead whose only channel refuses it', () => {
  it('is published as undeliverable once, with its offer', async () => {
    const { userId, email } = await notifier.registerConfirmed();
    mailServer.script(email, { answer: 554 });
    const { leadId, offerId } = await notifier.sell(userId);
    await notifier.waitForStatus(leadId, 'failed');
    expect(await listUndeliverable(offerId)).toEqual([
      {
        id: `notifications.lead-undeliverable~${offerId}`,
        name: 'notifications.lead-undeliverable',
        queue: 'billing.events',
        payload: { leadId, offerId, buyerId: userId, at: expect.any(String), isOurFailure: false },
      },
    ]);
  });

  it('cannot be sent again, because its buyer gets the money back', async () => {
    const { userId, email } = await notifier.registerConfirmed();
    mailServer.script(email, { answer: 554 });
    const { leadId } = await notifier.sell(userId);
    const { id } = await notifier.waitForStatus(leadId, 'failed');
    await expect(resend(id)).rejects.toMatchObject({ code: 'LEAD_REFUNDED' });
    expect(await notifier.getDelivery(leadId)).toMatchObject({ status: 'failed', attempts: 1 });
  });
});

/** A lead whose email failed for good. With `isDelivered` its webhook has it; without, it failed too. */
const sellRefusedByEmail = async ({ isDelivered }: { isDelivered: boolean }) => {
  const { userId, email, path } = await newAgentWithWebhook();
  hooks.script(path, isDelivered ? status(204) : status(410));
  mailServer.script(email, { answer: 554 });
  const { leadId, offerId } = await notifier.sell(userId);
  await waitForStates(leadId, 'failed', isDelivered ? 'sent' : 'failed');
  const { id: deliveryId } = await notifier.getDelivery(leadId);
  const ids = { purchaseId: randomUUID(), offerId, leadId, buyerId: userId, amountCents: 8_000 };
  return {
    offerId,
    deliveryId,
    refund: async (refundId: string, reason: MoneyBackReason = 'goodwill', key = refundId) => {
      const refundedAt = new Date().toISOString();
      await notifier.publish(leadRefunded, { ...ids, refundId, reason, refundedAt }, key);
    },
    failRefund: async (refundId: string, failedAt = new Date().toISOString()) => {
      await notifier.publish(leadRefundFailed, { ...ids, refundId, failedAt }, refundId);
    },
  };
};

describe('a lead whose payment went back', () => {
  it.each(['goodwill', 'dispute-lost'] as const)(
    'cannot be sent again, for the reason %s',
    async (reason) => {
      const { offerId, deliveryId, refund } = await sellRefusedByEmail({ isDelivered: true });
      const refundId = randomUUID();
      for (const key of [refundId, `${refundId}-again`]) await refund(refundId, reason, key);
      await notifier.waitForAcknowledgments();
      await expect(resend(deliveryId)).rejects.toMatchObject({ code: 'LEAD_REFUNDED' });
      expect(await listUndeliverable(offerId)).toEqual([]);
    },
  );

  it.each([true, false])(
    'can be sent again once the refund has failed (delivered: %s)',
    async (isDelivered) => {
      const { deliveryId, refund, failRefund } = await sellRefusedByEmail({ isDelivered });
      const refundId = randomUUID();
      await refund(refundId);
      await notifier.waitForAcknowledgments();
      await expect(resend(deliveryId)).rejects.toMatchObject({ code: 'LEAD_REFUNDED' });
      await failRefund(refundId);
      await notifier.waitForAcknowledgments();
      expect(await resend(deliveryId)).toMatchObject({ id: deliveryId, status: 'queued' });
    },
  );

  it('cannot be sent again if it became undeliverable after a refund that failed', async () => {
    const { deliveryId, failRefund } = await sellRefusedByEmail({ isDelivered: false });
    await failRefund(randomUUID(), new Date(Date.now() - 3_600_000).toISOString());
    await notifier.waitForAcknowledgments();
    await expect(resend(deliveryId)).rejects.toMatchObject({ code: 'LEAD_REFUNDED' });
  });

  it('stays refunded by another refund, whichever event arrives first', async () => {
    const { deliveryId, refund, failRefund } = await sellRefusedByEmail({ isDelivered: true });
    const [first, second] = [randomUUID(), randomUUID()];
    await failRefund(first);
    await refund(second);
    await refund(first);
    await notifier.waitForAcknowledgments();
    await expect(resend(deliveryId)).rejects.toMatchObject({ code: 'LEAD_REFUNDED' });
    await failRefund(second);
    await notifier.waitForAcknowledgments();
    expect(await resend(deliveryId)).toMatchObject({ status: 'queued' });
  });
});

describe('a lead with several channels', () => {
  it('is not undeliverable while one of them has it or still tries', async () => {
    const { userId, email, path } = await newAgentWithWebhook();
    mailServer.script(email, { answer: 554 });
    const delivered = await notifier.sell(userId);
    await waitForStates(delivered.leadId, 'failed', 'sent');

    mailServer.script(email, { answer: 554 });
    hooks.script(path, ...Array.from({ length: 20 }, () => status(503)));
    const tried = await notifier.sell(userId);
    await waitForStates(tried.leadId, 'failed', 'queued');

    expect(await listUndeliverable(delivered.offerId)).toEqual([]);
    expect(await listUndeliverable(tried.offerId)).toEqual([]);
  });

  it('is published once when both end at the same time, in two copies of the notifier', async () => {
    const agents = await Promise.all(Array.from({ length: 12 }, newAgentWithWebhook));
    for (const { email, path } of agents) {
      // Refuses every email, because one about the disabled webhook may come first.
      mailServer.refuseRecipient(email);
      hooks.script(path, status(410));
    }
    const sales = await Promise.all(agents.map(({ userId }) => notifier.sell(userId)));
    for (const { leadId } of sales) await waitForStates(leadId, 'failed', 'failed');
    for (const { offerId } of sales) expect(await listUndeliverable(offerId)).toHaveLength(1);
  });

  it('is published when the carrier reports the failure of a text message last', async () => {
    const { offerId, ids, leadId } = await insertLead(notifier.dataSource, ['sent', 'failed']);
    const counted = await notifier.countDeliveries('sms', 'failed');
    await reportFailure(ids[0]!);
    await waitForStates(leadId, 'failed', 'failed');
    expect(await listUndeliverable(offerId)).toHaveLength(1);
    const key = randomUUID();
    await reportFailure(ids[0]!, key);
    await eventually(async () => {
      const left: unknown[] = await notifier.dataSource.query(
        "SELECT 1 FROM outbox WHERE message_id LIKE '%~' || $1",
        [key],
      );
      return left.length === 0;
    });
    expect(await listUndeliverable(offerId)).toHaveLength(1);
    expect(await notifier.countDeliveries('sms', 'failed')).toBe(counted + 1);
  });

  it('is not published when the carrier reports a failure but another channel has it', async () => {
    const { offerId, ids, leadId } = await insertLead(notifier.dataSource, ['sent', 'sent']);
    await reportFailure(ids[0]!);
    await waitForStates(leadId, 'failed', 'sent');
    expect(await listUndeliverable(offerId)).toEqual([]);
  });

  it('is not undeliverable while an admin has one sent again', async () => {
    const { userId, email, path } = await newAgentWithWebhook();
    mailServer.script(email, { answer: 554 });
    const { leadId, offerId } = await notifier.sell(userId);
    await waitForStates(leadId, 'failed', 'sent');
    await notifier.dataSource.query(
      `UPDATE deliveries SET status = 'queued', sent_at = NULL, next_attempt_at = now() + interval '1 hour'
        WHERE lead_id = $1 AND kind = 'webhook'`,
      [leadId],
    );
    const release = mailServer.hold(email);
    const attempts = mailServer.attempts.get(email) ?? 0;
    await resend((await notifier.getDelivery(leadId)).id);
    await eventually(() => mailServer.attempts.get(email) === attempts + 1);

    hooks.script(path, status(410));
    await notifier.dataSource.query(
      "UPDATE deliveries SET next_attempt_at = now() WHERE lead_id = $1 AND kind = 'webhook'",
      [leadId],
    );
    await waitForStates(leadId, 'failed', 'queued');
    release();
    await waitForStates(leadId, 'failed', 'sent');
    expect(await listUndeliverable(offerId)).toEqual([]);
  });
});
