import { randomUUID } from 'node:crypto';
import {
  agentErased,
  agentWeekEnded,
  buyerClosed,
  getNoticePreferences,
  marketWeekEnded,
  type NoticePreferences,
  type PayloadOf,
  saveNoticePreferences,
  unsubscribe,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

type AgentWeek = PayloadOf<typeof agentWeekEnded>;

const TEAM = 'team@desk.example';
const HOUR_MS = 3_600_000;
const nothing = { leads: 0, refunded: 0, spentCents: 0, won: 0, commissionCents: 0, contactMs: null };
const newWeek = (buyerId: string, monday = '2026-01-05'): AgentWeek => ({
  buyerId,
  monday,
  week: { ...nothing, leads: 3, spentCents: 24_000 },
  weekBefore: nothing,
});
const preferences: NoticePreferences = {
  limitReached: true,
  channelProblems: true,
  weeklySummary: true,
  receipts: false,
  quietHours: null,
};

describe('emails about a week', () => {
  const notifier = new NotifierHarness();
  const publish = async (week: AgentWeek): Promise<void> => {
    // Published under two ids, so that the inbox does not recognize the repetition.
    const key = `${week.buyerId}-${week.monday}`;
    for (const id of [key, `${key}-again`]) await notifier.publish(agentWeekEnded, week, id);
    await notifier.waitForAcknowledgments();
  };
  const save = (userId: string, choice: Partial<NoticePreferences>) =>
    notifier.commands.send(saveNoticePreferences, {
      userId,
      preferences: { ...preferences, ...choice },
      timeZone: 'UTC',
      caller,
    });
  const listStored = (userId: string) => notifier.listRows('account_mails', 'user_id', userId);
  const waitForMails = (address: string, count: number) =>
    eventually(() => {
      const mails = notifier.mailServer.listReceived(address);
      return mails.length === count && mails.map(({ mail }) => mail);
    });

  beforeAll(() => notifier.start({ ADMIN_NOTICES_TO: TEAM }));
  afterAll(() => notifier.stop());

  it('reach an agent once for each week', async () => {
    const { userId, email } = await notifier.registerConfirmed();
    await publish(newWeek(userId));
    await publish(newWeek(userId, '2026-01-12'));
    const [mail] = await waitForMails(email, 2);
    expect(mail?.subject).toBe('Your week: 3 leads');
    expect(mail?.text).toContain('Spent after refunds: $240 ($0 the week before)');
    expect(mail?.text).toContain('https://desk.example/reports');
    expect(await listStored(userId)).toHaveLength(2);
  });

  it('can be turned off with the link in one of them, which turns off no others', async () => {
    const { userId, email } = await notifier.registerConfirmed();
    await publish(newWeek(userId));
    const [mail] = await waitForMails(email, 1);
    const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const token = new URL(header.replaceAll(/[<>]/g, '')).searchParams.get('token') ?? '';
    expect(await notifier.commands.send(unsubscribe, { token })).toEqual({ notice: 'weeklySummary' });
    expect(await notifier.commands.send(getNoticePreferences, { userId })).toEqual({
      ...preferences,
      weeklySummary: false,
    });
    await publish(newWeek(userId, '2026-01-12'));
    expect(await listStored(userId)).toHaveLength(1);
  });

  it('are not stored for an agent who turned them off, was erased or is unknown', async () => {
    const [off, erased] = [await notifier.registerConfirmed(), await notifier.registerConfirmed()];
    await save(off.userId, { weeklySummary: false });
    const at = new Date().toISOString();
    await notifier.publish(agentErased, { userId: erased.userId, at }, erased.userId);
    await notifier.publish(
      buyerClosed,
      { buyerId: erased.userId, undeliveredLeadIds: [], at },
      erased.userId,
    );
    await notifier.waitForAcknowledgments();
    for (const userId of [off.userId, erased.userId, randomUUID()]) {
      await publish(newWeek(userId));
      expect(await listStored(userId)).toEqual([]);
    }
  });

  it('wait for the end of the quiet hours', async () => {
    const { userId, email } = await notifier.registerConfirmed();
    const hoursFromNow = (hours: number): string =>
      new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 16);
    await save(userId, { quietHours: { from: hoursFromNow(-1), to: hoursFromNow(4) } });
    await publish(newWeek(userId));
    expect(await listStored(userId)).toMatchObject([{ status: 'queued' }]);
    expect(notifier.mailServer.listReceived(email)).toEqual([]);
  });

  it('reach the team once about the market', async () => {
    const posts = { accepted: 3, sold: 2, expired: 1, refunded: 0, revenueCents: 16_000, refused: 1 };
    const week = { ...posts, delivered: 2, deliveredInTime: 2 };
    const ended: PayloadOf<typeof marketWeekEnded> = {
      monday: '2026-01-05',
      week,
      weekBefore: week,
      funnels: [{ name: 'Retire Well', revenueCents: 16_000 }],
      unsold: [{ state: 'TX', leads: 1 }],
    };
    for (const key of [ended.monday, `${ended.monday}-again`])
      await notifier.publish(marketWeekEnded, ended, key);
    await waitForMails(TEAM, 1);
    await notifier.waitForAcknowledgments();
    const [mail] = await waitForMails(TEAM, 1);
    expect(mail?.subject).toBe('Week of January 5: 3 leads accepted, 2 sold');
    expect(mail?.text).toContain('https://desk.example/admin/reports');
  });
});
