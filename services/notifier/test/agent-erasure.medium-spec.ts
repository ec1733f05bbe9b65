import { randomUUID } from 'node:crypto';
import {
  accountMail,
  buyerClosed,
  contactChanged,
  leadRefundFailed,
  leadSeen,
  leadSold,
  offerDeclined,
  REMOVED,
  userRegistered,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { exportAgent, getAgentStatus } from '../src/agent-erasure/agent-status.repository.js';
import { newAccountMail, newContact, newDecline, newSale, newUser } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const { mailServer } = notifier;

beforeAll(() => notifier.start());
afterAll(() => notifier.stop());

const close = (buyerId: string, undeliveredLeadIds: string[] = []) =>
  notifier.publish(buyerClosed, { buyerId, undeliveredLeadIds, at: new Date().toISOString() }, buyerId);
const isErased = async (buyerId: string) => (await getAgentStatus(notifier.dataSource, buyerId)).isErased;
const waitUntilErased = (buyerId: string) => eventually(() => isErased(buyerId));

const findText = async (text: string): Promise<string[]> => {
  const found: string[] = [];
  for (const table of ['channels', 'deliveries', 'account_mails']) {
    const rows: unknown[] = await notifier.dataSource.query(
      `SELECT 1 FROM ${table} t WHERE strpos(t::text, $1) > 0`,
      [text],
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
};

it('removes addresses, names, contents and account mails, and keeps the log of deliveries', async () => {
  const user = await notifier.register();
  const sale = await notifier.sell(user.userId);
  await notifier.waitForStatus(sale.leadId, 'sent');
  const mail = newAccountMail({ userId: user.userId, email: user.email });
  await notifier.publish(accountMail, mail);
  await notifier.waitForMail(mail.mailId);
  expect(await findText(user.email)).toEqual(['channels', 'deliveries', 'account_mails']);

  await close(user.userId);
  await waitUntilErased(user.userId);
  expect(await findText(user.email)).toEqual([]);
  const [delivery] = await notifier.dataSource.query<object[]>(
    'SELECT address, content, status, buyer_id FROM deliveries WHERE lead_id = $1',
    [sale.leadId],
  );
  expect(delivery).toEqual({ address: REMOVED, content: {}, status: 'sent', buyer_id: user.userId });
});

it('delivers paid leads first, also those whose sale has not arrived yet', async () => {
  const user = await notifier.register();
  mailServer.script(user.email, { answer: 451 });
  const sale = newSale({ buyerId: user.userId });
  await close(user.userId, [sale.leadId]);
  await notifier.waitForRepublish(`leads.buyer-closed~${user.userId}`);
  expect(await isErased(user.userId)).toBe(false);

  await notifier.publish(leadSold, sale, sale.leadId);
  await notifier.waitForStatus(sale.leadId, 'sent');
  await waitUntilErased(user.userId);
  expect(await findText(user.email)).toEqual([]);
});

it('does not wait for a failed lead, and reports one that is neither refunded nor seen', async () => {
  const user = await notifier.register();
  mailServer.script(user.email, { answer: 554 });
  const sale = await notifier.sell(user.userId);
  await notifier.waitForStatus(sale.leadId, 'failed');
  await close(user.userId, [sale.leadId]);
  await waitUntilErased(user.userId);
  const getStatus = () => getAgentStatus(notifier.dataSource, user.userId);
  expect(await getStatus()).toEqual({ isErased: true, queuedDeliveries: 0, failedLeads: 0 });

  const { leadId, offerId, buyerId } = sale;
  const at = new Date().toISOString();
  const refund = { purchaseId: randomUUID(), refundId: randomUUID(), amountCents: 8_000, failedAt: at };
  await notifier.publish(leadRefundFailed, { ...refund, leadId, offerId, buyerId });
  await eventually(async () => (await getStatus()).failedLeads === 1);
  await notifier.publish(leadSeen, { leadId, offerId, buyerId, seenAt: at });
  await eventually(async () => (await getStatus()).failedLeads === 0);
});

it('sends and summarizes no earlier notices while a paid lead is still being delivered', async () => {
  const user = await notifier.register();
  const release = mailServer.hold(user.email);
  const sale = await notifier.sell(user.userId);
  await eventually(() => mailServer.attempts.has(user.email));
  await close(user.userId, [sale.leadId]);
  await eventually(async () => {
    const closing: unknown[] = await notifier.dataSource.query(
      'SELECT 1 FROM channels WHERE buyer_id = $1 AND closing_at IS NOT NULL',
      [user.userId],
    );
    return closing.length > 0;
  });
  const sealed = { expiresAt: null, sealedLink: null };
  const content = { subject: 'new-device', firstName: 'Dana', at: sale.soldAt, ...sealed };
  await notifier.dataSource.query(
    `INSERT INTO account_mails (id, user_id, occasion, kind, address, message_id, content)
     SELECT gen_random_uuid(), $1::uuid, $1::uuid::text || n, 'email', $2, $1::uuid::text || n, $3
       FROM generate_series(1, 6) n`,
    [user.userId, user.email, JSON.stringify(content)],
  );
  await eventually(async () => {
    const mails = await notifier.listRows('account_mails', 'user_id', user.userId);
    return mails.length === 6 && mails.every(({ lastErrorCode }) => lastErrorCode === 'NO_LONGER_USEFUL');
  });
  release();
  await notifier.waitForStatus(sale.leadId, 'sent');
  await waitUntilErased(user.userId);
  expect(mailServer.listReceived(user.email)).toHaveLength(1);
  expect(await findText(user.email)).toEqual([]);
});

it('stores nothing about the agent again', async () => {
  const user = await notifier.register();
  await close(user.userId);
  await waitUntilErased(user.userId);
  await notifier.publish(accountMail, newAccountMail({ userId: user.userId, email: user.email }));
  await notifier.publish(offerDeclined, newDecline({ buyerId: user.userId }));
  await notifier.publish(contactChanged, newContact(user));
  await notifier.waitForAcknowledgments();
  expect(await findText(user.email)).toEqual([]);
});

it('treats an agent as erased whose registration arrives late', async () => {
  const user = newUser();
  await close(user.userId);
  await waitUntilErased(user.userId);
  await notifier.publish(userRegistered, user, user.userId);
  await notifier.waitForAcknowledgments();
  expect(await findText(user.email)).toEqual([]);
});

it('exports deliveries without the persons of their leads, and browsers without their secrets', async () => {
  const user = await notifier.register();
  const sale = await notifier.sell(user.userId);
  await notifier.waitForStatus(sale.leadId, 'sent');
  await notifier.dataSource.query(
    `INSERT INTO push_subscriptions (id, user_id, endpoint_digest, name, settings)
     VALUES ($1::uuid, $2, $1::uuid::text, 'Chrome on Windows', 'enc:secret')`,
    [randomUUID(), user.userId],
  );
  const exported = await exportAgent(notifier.dataSource, user.userId);
  expect(exported).toMatchObject({
    browsers: [{ name: 'Chrome on Windows', allowed_at: expect.any(Date), ended_at: null, end_reason: null }],
    channels: [{ kind: 'email', address: user.email, first_name: user.firstName }],
    deliveries: [{ lead_id: sale.leadId, address: user.email, status: 'sent' }],
  });
  for (const secret of [sale.lead.fullName, 'enc:secret'])
    expect(JSON.stringify(exported)).not.toContain(secret);
});
