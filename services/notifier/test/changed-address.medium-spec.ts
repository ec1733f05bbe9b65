import { randomUUID } from 'node:crypto';
import {
  accountMail,
  contactChanged,
  dailyLimitReached,
  leadUndeliverable,
  saveNoticePreferences,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, newAccountMail, newContact, type User } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();
const { mailServer } = notifier;

beforeAll(() => notifier.start());
afterAll(() => notifier.stop());

const newAddress = (): string => `new-${randomUUID()}@agency.example`;
const saveContact = async (user: User, email: string, firstName = user.firstName) => {
  const { userId } = user;
  await notifier.publish(contactChanged, newContact({ ...user, email, firstName }));
  await eventually(async () => {
    const saved: unknown[] = await notifier.dataSource.query(
      'SELECT 1 FROM channels WHERE buyer_id = $1 AND address = $2 AND first_name = $3',
      [userId, email, firstName],
    );
    return saved.length === 1;
  });
};
/** Changes only the channel, like a transaction that could not see the delivery. */
const changeChannelAlone = (userId: string, email: string) =>
  notifier.dataSource.query('UPDATE channels SET address = $2, verified_at = now() WHERE buyer_id = $1', [
    userId,
    email,
  ]);

describe('an email that is refused for good after its address was changed', () => {
  /** Sells a lead whose email to the first address is refused once `refuse` is called. */
  const sellAndHold = async () => {
    const user = await notifier.register();
    const refuse = mailServer.holdRefusal(user.email);
    const { leadId, offerId } = await notifier.sell(user.userId);
    await eventually(() => mailServer.refusedAtRcpt.has(user.email));
    return { user, leadId, offerId, refuse };
  };
  const listUndeliverable = async (offerId: string) =>
    (await notifier.listPublished(offerId)).filter(({ name }) => name === leadUndeliverable.name);

  it('is sent to the new address at once', async () => {
    const { user, leadId, offerId, refuse } = await sellAndHold();
    const email = newAddress();
    await saveContact(user, email);
    refuse();
    const row = await notifier.waitForStatus(leadId, 'sent');
    expect(row).toMatchObject({ attempts: 2, lastErrorCode: 'ADDRESS_REFUSED' });
    expect(mailServer.listReceived(email)).toHaveLength(1);
    expect(await listUndeliverable(offerId)).toEqual([]);
  });

  it('fails, and is refunded, if the new address is refused too', async () => {
    const { user, leadId, offerId, refuse } = await sellAndHold();
    const email = newAddress();
    mailServer.refuseRecipient(email);
    await saveContact(user, email);
    refuse();
    expect(await notifier.waitForStatus(leadId, 'failed')).toMatchObject({ attempts: 2 });
    expect(await listUndeliverable(offerId)).toHaveLength(1);
  });

  it('fails at once if only the name was changed', async () => {
    const { user, leadId, refuse } = await sellAndHold();
    await saveContact(user, user.email, 'Diana');
    refuse();
    expect(await notifier.waitForStatus(leadId, 'failed')).toMatchObject({ attempts: 1 });
  });

  it('is sent to the new address, even if the change could not see the delivery', async () => {
    const { user, leadId, refuse } = await sellAndHold();
    const email = newAddress();
    await changeChannelAlone(user.userId, email);
    refuse();
    expect(await notifier.waitForStatus(leadId, 'sent')).toMatchObject({ attempts: 2 });
    expect(mailServer.listReceived(email)).toHaveLength(1);
  });
});

it('sends an email to the address that its channel has by then', async () => {
  const user = await notifier.register();
  mailServer.script(user.email, { answer: 451 }, { answer: 451 }, { answer: 451 }, { answer: 451 });
  const { leadId } = await notifier.sell(user.userId);
  await eventually(() => mailServer.attempts.has(user.email));
  const email = newAddress();
  await changeChannelAlone(user.userId, email);
  await notifier.waitForStatus(leadId, 'sent');
  expect(mailServer.listReceived(user.email)).toEqual([]);
  const [received] = mailServer.listReceived(email);
  expect(received?.mail.text).toContain('(512) 555-0142');
});

describe('an email about the account that waits while the address is changed', () => {
  const reachLimit = (buyerId: string) =>
    notifier.publish(dailyLimitReached, {
      buyerId,
      day: '2026-01-05',
      dailyLeadLimit: 25,
      timeZone: 'America/Chicago',
      resumesAt: new Date(Date.now() + 9 * 3_600_000).toISOString(),
      at: new Date().toISOString(),
    });
  const listAddresses = async (userId: string): Promise<Record<string, string>> => {
    const rows: { subject: string; address: string }[] = await notifier.dataSource.query(
      `SELECT content->>'subject' AS subject, address FROM account_mails WHERE user_id = $1`,
      [userId],
    );
    return Object.fromEntries(rows.map(({ subject, address }) => [subject, address]));
  };

  it('goes to the new address if it is a notice, and stays if it is about security', async () => {
    const user = await notifier.register();
    const { userId } = user;
    const hoursFromNow = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const quietHours = { from: hoursFromNow(-1), to: hoursFromNow(4) };
    const preferences = {
      limitReached: true,
      channelProblems: true,
      weeklySummary: true,
      receipts: false,
      quietHours,
    };
    await notifier.commands.send(saveNoticePreferences, { userId, preferences, timeZone: 'UTC', caller });
    await reachLimit(userId);
    mailServer.script(user.email, { answer: 451 }, { answer: 451 }, { answer: 451 }, { answer: 451 });
    const mail = newAccountMail({ userId, email: user.email });
    await notifier.publish(accountMail, mail, mail.mailId);
    await eventually(async () => Object.keys(await listAddresses(userId)).length === 2);
    const email = newAddress();
    await saveContact(user, email);
    expect(await listAddresses(userId)).toEqual({ 'limit-reached': email, 'password-reset': user.email });
  });

  it('is sent to the new address at once if the previous one then refuses it for good', async () => {
    const user = await notifier.register();
    const refuse = mailServer.holdRefusal(user.email);
    await reachLimit(user.userId);
    await eventually(() => mailServer.refusedAtRcpt.has(user.email));
    const email = newAddress();
    await saveContact(user, email);
    refuse();
    await eventually(() => mailServer.listReceived(email).length === 1);
    expect(await listAddresses(user.userId)).toEqual({ 'limit-reached': email });
  });
});
