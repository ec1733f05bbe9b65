import {
  accountMail,
  buyerClosed,
  contactChanged,
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

async function register() {
  const user = newUser();
  await notifier.publish(userRegistered, user, user.userId);
  await notifier.waitForAcknowledgments();
  return user;
}
async function sell(buyerId: string) {
  const sale = newSale({ buyerId });
  await notifier.publish(leadSold, sale, sale.leadId);
  return sale;
}
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
  const user = await register();
  const sale = await sell(user.userId);
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
  const user = await register();
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

it('does not wait for a lead that could not be delivered, and reports it', async () => {
  const user = await register();
  mailServer.script(user.email, { answer: 554 });
  const sale = await sell(user.userId);
  await notifier.waitForStatus(sale.leadId, 'failed');
  await close(user.userId, [sale.leadId]);
  await waitUntilErased(user.userId);
  expect(await getAgentStatus(notifier.dataSource, user.userId)).toEqual({
    isErased: true,
    queuedDeliveries: 0,
    failedLeads: 1,
  });
});

it('stores nothing about the agent again', async () => {
  const user = await register();
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

it('exports deliveries without the persons of their leads', async () => {
  const user = await register();
  const sale = await sell(user.userId);
  await notifier.waitForStatus(sale.leadId, 'sent');
  const exported = await exportAgent(notifier.dataSource, user.userId);
  expect(exported).toMatchObject({
    channels: [{ kind: 'email', address: user.email, first_name: user.firstName }],
    deliveries: [{ lead_id: sale.leadId, address: user.email, status: 'sent' }],
  });
  expect(JSON.stringify(exported)).not.toContain(sale.lead.fullName);
});
