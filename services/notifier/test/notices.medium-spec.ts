import { randomUUID } from 'node:crypto';
import {
  channelChanged,
  dailyLimitReached,
  getNoticePreferences,
  type NoticePreferences,
  saveNoticePreferences,
  timeZoneChanged,
  unsubscribe,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

const HOUR_MS = 3_600_000;
const all: NoticePreferences = {
  limitReached: true,
  channelProblems: true,
  weeklySummary: true,
  receipts: true,
  quietHours: null,
};

/** `HH:MM` in UTC, some hours from now. */
const hoursFromNow = (hours: number): string =>
  new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 16);
/** Quiet from an hour ago for the next four hours. */
const quietNow = () => ({ from: hoursFromNow(-1), to: hoursFromNow(4) });

describe('notices', () => {
  const notifier = new NotifierHarness();
  const save = (userId: string, preferences: NoticePreferences, timeZone = 'UTC') =>
    notifier.commands.send(saveNoticePreferences, { userId, preferences, timeZone, caller });
  const get = (userId: string) => notifier.commands.send(getNoticePreferences, { userId });
  const reachLimit = async (buyerId: string, day = '2026-01-05') => {
    const resumesAt = new Date(Date.now() + 9 * HOUR_MS).toISOString();
    const at = new Date().toISOString();
    const reached = { buyerId, day, dailyLeadLimit: 25, resumesAt, timeZone: 'America/Chicago', at };
    await notifier.publish(dailyLimitReached, reached);
    await notifier.waitForAcknowledgments();
  };
  /** Returns the token of the link in the first email received. */
  const receiveToken = async (email: string) => {
    const [received] = await eventually(() => {
      const mails = notifier.mailServer.listReceived(email);
      return mails.length > 0 && mails;
    });
    const header = received?.mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const token = new URL(header.replaceAll(/[<>]/g, '')).searchParams.get('token') ?? '';
    return { token, text: received?.mail.text ?? '' };
  };
  const disableChannel = async (userId: string) => {
    const at = new Date().toISOString();
    const change = { channelId: randomUUID(), userId, kind: 'webhook', state: 'disabled', at } as const;
    await notifier.publish(channelChanged, { ...change, disabledReason: 'DESTINATION_GONE', isSetUp: false });
    await notifier.waitForAcknowledgments();
  };
  const listMails = (userId: string): Promise<{ subject: string; due: Date; status: string }[]> =>
    notifier.dataSource.query(
      `SELECT content->>'subject' AS subject, next_attempt_at AS due, status FROM account_mails WHERE user_id = $1`,
      [userId],
    );
  const expectDueAt = (due: Date | undefined, time: string): void =>
    expect(due?.toISOString().slice(11, 19)).toBe(`${time}:00`);

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  it('sends one email per day on which the limit is reached', async () => {
    const { userId, email } = await notifier.register();
    await reachLimit(userId);
    await reachLimit(userId);
    await reachLimit(userId, '2026-01-06');
    await eventually(() => notifier.mailServer.listReceived(email).length === 2);
    await notifier.waitForAcknowledgments();
    expect(await listMails(userId)).toHaveLength(2);
    const [{ mail, raw } = { mail: undefined, raw: '' }] = notifier.mailServer.listReceived(email);
    expect(mail?.subject).toBe("You've reached your daily limit of 25 leads");
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    );
    expect(raw).toContain('List-Unsubscribe');
  });

  it("makes a notice due at once by the database's clock, unless quiet hours hold it back", async () => {
    const { userId } = await notifier.register();
    await reachLimit(userId);
    const mails: unknown[] = await notifier.dataSource.query(
      'SELECT next_attempt_at = queued_at AS "isDueAtOnce" FROM account_mails WHERE user_id = $1',
      [userId],
    );
    expect(mails).toEqual([{ isDueAtOnce: true }]);
  });

  it('turns emails off with the link in one of them, once or many times, and only those', async () => {
    const { userId, email } = await notifier.register();
    await reachLimit(userId);
    const { token, text } = await receiveToken(email);
    expect(text.replaceAll(/\s/g, '')).toContain(token);
    for (let click = 0; click < 3; click += 1)
      expect(await notifier.commands.send(unsubscribe, { token })).toEqual({ notice: 'limitReached' });
    expect(await get(userId)).toEqual({ ...all, limitReached: false, receipts: false });
    await reachLimit(userId, '2026-01-07');
    await disableChannel(userId);
    expect((await listMails(userId)).map(({ subject }) => subject).sort()).toEqual([
      'channel-disabled',
      'limit-reached',
    ]);
    await expect(notifier.commands.send(unsubscribe, { token: `${token}0` })).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
  });

  it('sends a receipt only to agents who asked for them', async () => {
    const [without, withReceipts] = [await notifier.register(), await notifier.register()];
    await save(withReceipts.userId, all);
    for (const { userId } of [without, withReceipts]) await notifier.sell(userId);
    await notifier.waitForAcknowledgments();
    await eventually(() => notifier.mailServer.listReceived(withReceipts.email).length === 2);
    expect((await listMails(withReceipts.userId)).map(({ subject }) => subject)).toEqual(['receipt']);
    expect(await listMails(without.userId)).toEqual([]);
  });

  it('holds notices, but not leads, until the quiet hours end', async () => {
    const { userId, email } = await notifier.register();
    const quietHours = quietNow();
    await save(userId, { ...all, quietHours });
    await disableChannel(userId);
    await reachLimit(userId);
    const { leadId } = await notifier.sell(userId);
    await notifier.waitForStatus(leadId, 'sent');
    const mails = await listMails(userId);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'channel-disabled',
      'limit-reached',
      'receipt',
    ]);
    for (const { due, status } of mails) {
      expect(status).toBe('queued');
      expectDueAt(due, quietHours.to);
    }
    expect(notifier.mailServer.listReceived(email)).toHaveLength(1);
  });

  it('sends a notice once when its quiet hours are over, even if its message is lost', async () => {
    const { userId, email } = await notifier.register();
    await save(userId, { ...all, quietHours: quietNow() });
    await disableChannel(userId);
    await disableChannel(userId);
    expect(await listMails(userId)).toHaveLength(2);
    await notifier.dataSource.query(
      `DELETE FROM outbox WHERE message_id LIKE '%' || (SELECT min(id::text) FROM account_mails WHERE user_id = $1) || '%'`,
      [userId],
    );
    await notifier.dataSource.query(
      "UPDATE account_mails SET next_attempt_at = now() - interval '1 minute' WHERE user_id = $1",
      [userId],
    );
    await eventually(async () => (await listMails(userId)).every(({ status }) => status === 'sent'));
    expect(notifier.mailServer.listReceived(email)).toHaveLength(2);
  });

  it('removes notices that wait, when their kind is turned off', async () => {
    const { userId, email } = await notifier.register();
    await reachLimit(userId, '2026-01-04');
    const { token } = await receiveToken(email);
    const quietHours = quietNow();
    await save(userId, { ...all, quietHours });
    await disableChannel(userId);
    await reachLimit(userId);
    const listHeld = async () =>
      (await listMails(userId)).filter(({ status }) => status === 'queued').map(({ subject }) => subject);
    expect((await listHeld()).sort()).toEqual(['channel-disabled', 'limit-reached']);
    await save(userId, { ...all, channelProblems: false, quietHours });
    expect(await listHeld()).toEqual(['limit-reached']);
    await notifier.commands.send(unsubscribe, { token });
    expect(await listHeld()).toEqual([]);
    await notifier.waitForAcknowledgments();
  });

  it('sends no notice that would be out of date after the quiet hours', async () => {
    const { userId } = await notifier.register();
    await save(userId, { ...all, quietHours: { ...quietNow(), to: hoursFromNow(12) } });
    await reachLimit(userId);
    expect(await listMails(userId)).toEqual([]);
  });

  it('sends no email about a limit that has started over before a retry', async () => {
    const { userId, email } = await notifier.register();
    await save(userId, { ...all, quietHours: quietNow() });
    await reachLimit(userId);
    await notifier.dataSource.query(
      `UPDATE account_mails
          SET content = jsonb_set(content, '{resumesAt}', '"2026-01-06T06:00:00.000Z"'), next_attempt_at = now() - interval '5 s'
        WHERE user_id = $1`,
      [userId],
    );
    const row = await eventually(async () => {
      const [mail] = await notifier.listRows('account_mails', 'user_id', userId);
      return mail?.status !== 'queued' && mail;
    });
    expect(row).toMatchObject({ status: 'failed', lastErrorCode: 'NO_LONGER_USEFUL' });
    expect(notifier.mailServer.listReceived(email)).toEqual([]);
  });

  it('uses the time zone of the registration, and then the newest that accounts reported', async () => {
    const { userId } = await notifier.register();
    const at = new Date().toISOString();
    const storedZone = async () => {
      const [row]: { zone: string }[] = await notifier.dataSource.query(
        'SELECT time_zone AS zone FROM notice_preferences WHERE user_id = $1',
        [userId],
      );
      return row?.zone;
    };
    expect(await storedZone()).toBe('America/Chicago');
    await save(userId, all, 'America/Boise');
    expect(await storedZone()).toBe('America/Boise');
    for (const [version, timeZone] of [
      [2, 'America/Denver'],
      [1, 'Asia/Tokyo'],
    ] as const)
      await notifier.publish(timeZoneChanged, { userId, timeZone, version, at });
    await notifier.waitForAcknowledgments();
    await save(userId, all, 'America/Chicago');
    expect(await storedZone()).toBe('America/Denver');
  });

  it('stores nothing for an unknown account', async () => {
    await expect(save(randomUUID(), all)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  // Runs last, because its text message is retried without a provider.
  it('sends leads over every channel at once in the quiet hours', async () => {
    const { userId } = await notifier.register();
    await save(userId, { ...all, receipts: false, quietHours: quietNow() });
    await notifier.dataSource.query(
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, verified_at)
       VALUES ($1, $2, 'sms', '+12125550100', 'Dana', now())`,
      [randomUUID(), userId],
    );
    const { leadId } = await notifier.sell(userId);
    const attempted = await eventually(async () => {
      const rows: { kind: string; attempts: number }[] = await notifier.dataSource.query(
        'SELECT kind, attempts FROM deliveries WHERE lead_id = $1 AND attempts > 0 ORDER BY kind',
        [leadId],
      );
      return rows.length === 2 && rows;
    });
    expect(attempted.map(({ kind }) => kind)).toEqual(['email', 'sms']);
  });
});
