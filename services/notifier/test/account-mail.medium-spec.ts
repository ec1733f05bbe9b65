import { accountMail, offerDeclined, userRegistered } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';
import { sampleAccountMail, sampleDecline, sampleUser } from './samples.js';

describe('mail about an account', () => {
  const desk = new NotifierHarness();
  const mails = (userId: string) => desk.rows('account_mails', 'user_id', userId);
  const quiet = () => eventually(async () => (await desk.unacknowledged()) === 0, { timeoutMs: 20_000 });
  const register = async () => {
    const user = sampleUser();
    await desk.emit(userRegistered, user, user.userId);
    await quiet();
    return user;
  };

  beforeAll(() => desk.start());
  afterAll(() => desk.stop());

  it('tells the buyer once for each card, in plain words', async () => {
    const { userId, email } = await register();
    desk.mailServer.expect(email, { answer: 451 });
    for (const cardVersion of [1, 1, 2, 1]) {
      const decline = sampleDecline({ buyerId: userId, cardVersion });
      await desk.emit(offerDeclined, decline, decline.offerId);
    }
    await eventually(() => desk.mailServer.to(email).length === 2);
    await quiet();
    const rows = await mails(userId);
    expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent']);
    const received = desk.mailServer.to(email);
    expect(received.map(({ messageId }) => messageId).sort()).toEqual(
      rows.map(({ messageId }) => messageId).sort(),
    );
    expect(received[0]!.mail.text).toContain('Hello Dana,');
    expect(received[0]!.mail.text).toContain('not enough money');
    expect(received[0]!.mail.text).toContain('https://desk.example/settings');
    expect(received[0]!.raw).not.toContain('insufficient_funds');
  });

  it('does not blame a card for a charge that was given up', async () => {
    const { userId, email } = await register();
    const decline = sampleDecline({ buyerId: userId, declineCode: 'gave_up', blameCard: false });
    await desk.emit(offerDeclined, decline, decline.offerId);
    await quiet();
    expect(await mails(userId)).toEqual([]);
    expect(desk.mailServer.to(email)).toEqual([]);
  });

  it('mails a link once, and keeps it unreadable in the table', async () => {
    const order = sampleAccountMail();
    desk.mailServer.expect(order.email, { answer: 451 });
    await desk.emit(accountMail, order, order.mailId);
    await eventually(async () => (await mails(order.userId))[0]?.lastErrorCode === 'TEMPORARY_ERROR');
    const stored: { content: object }[] = await desk.dataSource.query(
      'SELECT content FROM account_mails WHERE id = $1',
      [order.mailId],
    );
    expect(JSON.stringify(stored)).not.toContain('secret-token');
    await desk.emit(accountMail, order, `${order.mailId}-again`);
    await eventually(async () => (await mails(order.userId))[0]?.status === 'sent');
    await quiet();
    const [received, ...more] = desk.mailServer.to(order.email);
    expect(more).toEqual([]);
    expect(received!.mail.text).toContain('https://desk.example/reset?token=secret-token');
  });

  it('does not send a link that no longer works', async () => {
    const order = sampleAccountMail({ expiresAt: new Date(Date.now() - 1_000).toISOString() });
    await desk.emit(accountMail, order, order.mailId);
    await eventually(async () => (await mails(order.userId))[0]?.status === 'failed');
    expect(await mails(order.userId)).toMatchObject([{ lastErrorCode: 'LINK_EXPIRED', sentAt: null }]);
    expect(desk.mailServer.to(order.email)).toEqual([]);
  });

  it('sends nothing to what is not one plain address', async () => {
    const order = sampleAccountMail({ email: 'one@agency.example, two@agency.example' });
    await desk.emit(accountMail, order, order.mailId);
    await eventually(async () => (await mails(order.userId))[0]?.status === 'failed');
    expect(await mails(order.userId)).toMatchObject([{ lastErrorCode: 'INVALID_ADDRESS' }]);
    expect(desk.mailServer.to('one@agency.example')).toEqual([]);
    expect(desk.mailServer.to('two@agency.example')).toEqual([]);
  });
});
