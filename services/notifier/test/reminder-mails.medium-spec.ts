import { randomUUID } from 'node:crypto';
import {
  accountMail,
  agentErased,
  allowPush,
  buyerClosed,
  MAILBOX_DAILY_LIMITS,
  type PayloadOf,
  reminderDue,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAccountMail } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';
import { PushSandbox } from './push-sandbox.js';

type Reminder = PayloadOf<typeof reminderDue>;

describe('reminders to call back', () => {
  const notifier = new NotifierHarness();
  const sandbox = new PushSandbox();
  const caller = { address: '203.0.113.9', userAgent: 'Chrome' };
  const newReminder = (buyerId: string, overrides: Partial<Reminder> = {}): Reminder => ({
    leadId: randomUUID(),
    buyerId,
    remindAt: new Date().toISOString(),
    leadType: 'Fixed',
    state: 'TX',
    ...overrides,
  });
  /** Each time is another message. */
  const publish = async (reminder: Reminder): Promise<void> => {
    await notifier.publish(reminderDue, reminder);
    await notifier.waitForAcknowledgments();
  };
  const allowOn = async (userId: string) => {
    const browser = await sandbox.subscribe();
    const { endpoint, keys, applicationServerKey } = browser;
    await notifier.commands.send(allowPush, { userId, endpoint, ...keys, applicationServerKey, caller });
    return browser;
  };
  const setUp = async () => {
    const user = await notifier.registerConfirmed();
    return { ...user, browsers: [await allowOn(user.userId), await allowOn(user.userId)] };
  };
  const listMails = (email: string) => notifier.mailServer.listReceived(email).map(({ mail }) => mail);
  const waitForMails = (email: string, count: number) =>
    eventually(() => listMails(email).length === count && listMails(email));
  const waitForPushes = ({ leadId }: Reminder, count: number) =>
    eventually(async () => {
      const rows = await notifier.listRows('push_messages', 'lead_id', leadId);
      if (rows.filter(({ status }) => status === 'sent').length !== count)
        throw new Error(`the notifications are ${JSON.stringify(rows)}`);
    });
  const listContents = (table: string, column: string, value: string): Promise<unknown[]> =>
    notifier.dataSource.query(`SELECT content FROM ${table} WHERE ${column} = $1`, [value]);

  beforeAll(async () => {
    await sandbox.start();
    await notifier.start(sandbox.settings);
  });
  afterAll(async () => {
    await notifier.stop();
    await sandbox.stop();
  });

  it('send one email, and one notification to each browser, however often the event is repeated', async () => {
    const { userId, email, browsers } = await setUp();
    const reminder = newReminder(userId);
    for (let time = 0; time < 3; time += 1) await publish(reminder);
    await waitForPushes(reminder, 2);
    const { leadId, remindAt, leadType, state } = reminder;
    const [mail] = await waitForMails(email, 1);
    expect(mail?.subject).toBe('Call back: Fixed annuity lead from TX');
    expect(mail?.text).toContain(`https://desk.example/leads/${leadId}`);
    for (const browser of browsers) {
      const [push, ...more] = await sandbox.list(browser);
      expect(more).toEqual([]);
      expect(JSON.parse(push?.text ?? '')).toEqual({
        title: 'Call back',
        body: 'State: TX. Type: Fixed.',
        path: `/leads/${leadId}`,
        tag: expect.stringContaining(leadId),
      });
    }
    const stored = { subject: 'reminder-due', leadId, leadType, state };
    expect(await listContents('account_mails', 'user_id', userId)).toEqual([
      { content: { ...stored, remindAt, firstName: 'Dana' } },
    ]);
    const content = { ...stored, at: remindAt };
    expect(await listContents('push_messages', 'lead_id', leadId)).toEqual([{ content }, { content }]);
  });

  it('are sent again for another time of the same lead', async () => {
    const { userId, email, browsers } = await setUp();
    const first = newReminder(userId);
    await publish(first);
    await publish({ ...first, remindAt: new Date(Date.parse(first.remindAt) + 60_000).toISOString() });
    await waitForPushes(first, 4);
    await waitForMails(email, 2);
    for (const browser of browsers)
      expect(new Set((await sandbox.list(browser)).map(({ topic }) => topic)).size).toBe(2);
  });

  it("name the time of the agent's zone, and are not held back by quiet hours", async () => {
    const { userId, email } = await notifier.registerConfirmed();
    // Quiet all day.
    await notifier.dataSource.query(
      `UPDATE notice_preferences SET quiet_from = '00:00', quiet_to = '00:00' WHERE user_id = $1`,
      [userId],
    );
    await publish(newReminder(userId, { remindAt: '2026-03-31T20:00:00.000Z' }));
    const [mail] = await waitForMails(email, 1);
    expect(mail?.text).toContain('You asked us to remind you at 3:00 PM CDT to call this lead back.');
  });

  it('are not sent to an erased or unknown agent', async () => {
    const { userId, email, browsers } = await setUp();
    const at = new Date().toISOString();
    await notifier.publish(agentErased, { userId, at }, userId);
    await notifier.publish(buyerClosed, { buyerId: userId, undeliveredLeadIds: [], at }, userId);
    await notifier.waitForAcknowledgments();
    for (const buyerId of [userId, randomUUID()]) {
      const reminder = newReminder(buyerId);
      await publish(reminder);
      expect(await notifier.listRows('account_mails', 'user_id', buyerId)).toEqual([]);
      expect(await notifier.listRows('push_messages', 'lead_id', reminder.leadId)).toEqual([]);
    }
    expect(listMails(email)).toEqual([]);
    for (const browser of browsers) expect(await sandbox.list(browser)).toEqual([]);
  });

  it('all reach a confirmed mailbox, and do not count toward the limit of other notices', async () => {
    const { userId, email } = await notifier.registerConfirmed();
    const count = MAILBOX_DAILY_LIMITS.confirmed.notices + 1;
    for (let index = 0; index < count; index += 1) await notifier.publish(reminderDue, newReminder(userId));
    await waitForMails(email, count);
    const security = { kind: 'password-changed', link: null, expiresAt: null } as const;
    await notifier.publish(accountMail, newAccountMail({ userId, email, ...security }));
    const mails = await waitForMails(email, count + 1);
    expect(mails.at(-1)?.subject).toBe('Your password was changed');
  });

  it('reach an unconfirmed mailbox only a few times a day', async () => {
    const user = await notifier.register();
    const limit = MAILBOX_DAILY_LIMITS.unconfirmed.reminders;
    for (let index = 0; index < limit + 2; index += 1) await publish(newReminder(user.userId));
    await eventually(async () => {
      const rows = await notifier.listRows('account_mails', 'user_id', user.userId);
      const dropped = rows.filter(({ lastErrorCode }) => lastErrorCode === 'MAILBOX_LIMIT');
      return rows.length === limit + 2 && dropped.length === 2;
    });
    await waitForMails(user.email, limit);
  });
});
