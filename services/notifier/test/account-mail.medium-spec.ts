import { randomUUID } from 'node:crypto';
import {
  accountMail,
  accountStatusChanged,
  buyerSettingsChanged,
  changeChannel,
  offerDeclined,
  type PayloadOf,
  setUpWebhook,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';
import { caller, newAccountMail, newDecline } from './fixtures.js';

describe('account mail', () => {
  const notifier = new NotifierHarness();
  const listMails = (userId: string) => notifier.listRows('account_mails', 'user_id', userId);

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  it('sends one email per declined card, in plain words', async () => {
    const { userId, email } = await notifier.register();
    notifier.mailServer.script(email, { answer: 451 });
    for (const cardVersion of [1, 1, 2, 1]) {
      const decline = newDecline({ buyerId: userId, cardVersion });
      await notifier.publish(offerDeclined, decline, decline.offerId);
    }
    await eventually(() => notifier.mailServer.listReceived(email).length === 2);
    await notifier.waitForAcknowledgments();
    const rows = await listMails(userId);
    expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent']);
    const received = notifier.mailServer.listReceived(email);
    expect(received.map(({ messageId }) => messageId).sort()).toEqual(
      rows.map(({ messageId }) => messageId).sort(),
    );
    expect(received[0]!.mail.text).toContain('enough funds');
    expect(received[0]!.mail.text).toContain('https://desk.example/settings');
    expect(received[0]!.raw).not.toContain('insufficient_funds');
  });

  it('greets by name only if the user has confirmed the address since it last bounced', async () => {
    const { userId, email } = await notifier.register();
    const setConfirmed = (confirmed: string, bounced: string) =>
      notifier.dataSource.query(
        `UPDATE channels SET confirmed_at = ${confirmed}, bounced_at = ${bounced} WHERE buyer_id = $1`,
        [userId],
      );
    const receiveText = async (overrides: Partial<PayloadOf<typeof accountMail>> = {}) => {
      const mail = newAccountMail({ userId, email, ...overrides });
      await notifier.publish(accountMail, mail, mail.mailId);
      await notifier.waitForMail(mail.mailId);
      return notifier.mailServer.listReceived(email).at(-1)?.mail.text ?? '';
    };
    const texts = [await receiveText(), await receiveText({ kind: 'password-changed', link: null })];
    for (const text of texts) {
      expect(text).toContain('Hello,');
      expect(text).not.toContain('Dana');
    }
    await setConfirmed("now() - interval '1 hour'", 'now()');
    expect(await receiveText()).not.toContain('Dana');
    await setConfirmed('now()', "now() - interval '1 hour'");
    expect(await receiveText()).toContain('Hi Dana,');
  });

  it('sends nothing if the card was not at fault', async () => {
    const { userId, email } = await notifier.register();
    const decline = newDecline({ buyerId: userId, declineCode: 'gave_up', blameCard: false });
    await notifier.publish(offerDeclined, decline, decline.offerId);
    await notifier.waitForAcknowledgments();
    expect(await listMails(userId)).toEqual([]);
    expect(notifier.mailServer.listReceived(email)).toEqual([]);
  });

  const changerOf =
    (buyerId: string) =>
    (
      version: number,
      serviceEnabled: boolean,
      overrides: Partial<PayloadOf<typeof buyerSettingsChanged>> = {},
    ) =>
      notifier.publish(
        buyerSettingsChanged,
        {
          buyerId,
          version,
          setting: 'serviceEnabled',
          serviceEnabled,
          dailyLeadLimit: 25,
          caller: null,
          previous: { serviceEnabled: !serviceEnabled, dailyLeadLimit: 25 },
          at: new Date().toISOString(),
          ...overrides,
        },
        `${buyerId}-${version}`,
      );

  it('tells agents when our team pauses their service, but not when they pause it themselves', async () => {
    const { userId: buyerId, email } = await notifier.register();
    const change = changerOf(buyerId);
    const byTeam = { actorId: randomUUID(), reason: 'Asked us by phone' };
    await change(2, false);
    await change(3, true, byTeam);
    await change(4, false, byTeam);
    await change(4, false, byTeam);
    // Neither pauses the service: it was paused already, then only the limit changes.
    await change(5, false, { ...byTeam, previous: { serviceEnabled: false, dailyLeadLimit: 25 } });
    await change(6, false, { ...byTeam, setting: 'dailyLeadLimit' });
    await notifier.waitForAcknowledgments();
    await eventually(() => notifier.mailServer.listReceived(email).length === 1);
    expect(await listMails(buyerId)).toHaveLength(1);
    const [received] = notifier.mailServer.listReceived(email);
    expect(received!.mail.subject).toBe('Your service was paused');
    // The agent is in Chicago.
    expect(received!.mail.text).toMatch(/on [A-Z][a-z]{2} \d+, \d{4}, [\d:]+ [AP]M C[SD]T\./);
    expect(received!.raw).not.toContain(byTeam.reason);
  });

  it('tells agents once for each pause that an undeliverable lead paused their service', async () => {
    const { userId, email } = await notifier.register();
    const change = changerOf(userId);
    await change(2, false, { isDeliveryPause: true });
    await change(2, false, { isDeliveryPause: true });
    await change(3, true);
    await change(4, false, { isDeliveryPause: true });
    await eventually(() => notifier.mailServer.listReceived(email).length === 2);
    await notifier.waitForAcknowledgments();
    expect(await listMails(userId)).toHaveLength(2);
    const [received] = notifier.mailServer.listReceived(email);
    expect(received!.mail.subject).toBe("Your service is paused: we couldn't deliver a lead");
  });

  it('refers agents to our team if only an admin can resume their service, even if they had paused it', async () => {
    const { userId, email } = await notifier.register();
    await changerOf(userId)(2, false, {
      isDeliveryPause: true,
      resumptionNeedsAdmin: true,
      previous: { serviceEnabled: false, dailyLeadLimit: 25 },
    });
    await eventually(() => notifier.mailServer.listReceived(email).length === 1);
    const [received] = notifier.mailServer.listReceived(email);
    expect(received!.mail.subject).toBe("Your service is paused: we couldn't deliver leads");
  });

  it('tells agents each time that a channel is set up, but not when it is resumed', async () => {
    const { userId, email } = await notifier.register();
    await notifier.dataSource.query('UPDATE channels SET confirmed_at = now() WHERE buyer_id = $1', [userId]);
    const setUp = (url: string) => notifier.commands.send(setUpWebhook, { userId, url, caller });
    const { channel } = await setUp('https://crm.example.com/secret-path');
    for (const change of ['pause', 'resume'] as const)
      await notifier.commands.send(changeChannel, { userId, channelId: channel.id, change, caller });
    await setUp('https://other.example.com/leads');
    await eventually(() => notifier.mailServer.listReceived(email).length === 2);
    await notifier.waitForAcknowledgments();
    expect(await listMails(userId)).toHaveLength(2);
    const [received] = notifier.mailServer.listReceived(email);
    expect(received!.mail.subject).toBe('A webhook was set up to get your leads');
    expect(received!.raw).not.toContain('secret-path');
  });

  it('tells agents when our team disables their account', async () => {
    const { userId, email } = await notifier.register();
    const at = new Date().toISOString();
    for (const [version, disabled] of [
      [1, true],
      [1, true],
      [2, false],
      [3, true],
    ] as const)
      await notifier.publish(accountStatusChanged, { userId, version, disabled, at }, `${userId}-${version}`);
    await eventually(() => notifier.mailServer.listReceived(email).length === 2);
    await notifier.waitForAcknowledgments();
    expect(await listMails(userId)).toHaveLength(2);
    const [received] = notifier.mailServer.listReceived(email);
    expect(received!.mail.subject).toBe('Your account was disabled');
  });

  it('sends a link once and stores it encrypted', async () => {
    const mail = newAccountMail();
    notifier.mailServer.script(mail.email, { answer: 451 });
    await notifier.publish(accountMail, mail, mail.mailId);
    await eventually(async () => (await listMails(mail.userId))[0]?.lastErrorCode === 'TEMPORARY_ERROR');
    const stored: { content: object }[] = await notifier.dataSource.query(
      'SELECT content FROM account_mails WHERE id = $1',
      [mail.mailId],
    );
    expect(JSON.stringify(stored)).not.toContain('secret-token');
    await notifier.publish(accountMail, mail, `${mail.mailId}-again`);
    await eventually(async () => (await listMails(mail.userId))[0]?.status === 'sent');
    await notifier.waitForAcknowledgments();
    const [received, ...more] = notifier.mailServer.listReceived(mail.email);
    expect(more).toEqual([]);
    expect(received!.mail.text).toContain('https://desk.example/reset?token=secret-token');
  });

  it('does not send an expired link', async () => {
    const mail = newAccountMail({ expiresAt: new Date(Date.now() - 1_000).toISOString() });
    await notifier.publish(accountMail, mail, mail.mailId);
    await eventually(async () => (await listMails(mail.userId))[0]?.status === 'failed');
    expect(await listMails(mail.userId)).toMatchObject([{ lastErrorCode: 'LINK_EXPIRED', sentAt: null }]);
    expect(notifier.mailServer.listReceived(mail.email)).toEqual([]);
  });

  it('sends nothing if the address is not a single plain address', async () => {
    const mail = newAccountMail({ email: 'one@agency.example, two@agency.example' });
    await notifier.publish(accountMail, mail, mail.mailId);
    await eventually(async () => (await listMails(mail.userId))[0]?.status === 'failed');
    expect(await listMails(mail.userId)).toMatchObject([{ lastErrorCode: 'INVALID_ADDRESS' }]);
    expect(notifier.mailServer.listReceived('one@agency.example')).toEqual([]);
    expect(notifier.mailServer.listReceived('two@agency.example')).toEqual([]);
  });
});
