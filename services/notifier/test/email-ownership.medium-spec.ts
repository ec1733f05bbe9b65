import { randomUUID } from 'node:crypto';
import { accountMail, contactChanged } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inHours, newAccountMail, newContact, type User } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

describe('lead emails to addresses that may not be the buyer’s', () => {
  const notifier = new NotifierHarness();
  const { mailServer } = notifier;

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  const register = (confirmBy: string) => notifier.register({ confirmBy });
  const changeContact = async (
    user: User,
    confirmation: { confirmedAt: string | null; confirmBy: string },
  ) => {
    await notifier.publish(contactChanged, newContact(user, { confirmation }));
    await notifier.waitForAcknowledgments();
  };
  /** Sells a lead and returns the email that arrived. */
  const sellAndRead = async (user: User) => {
    const sale = await notifier.sell(user.userId);
    const row = await notifier.waitForStatus(sale.leadId, 'sent');
    const received = mailServer
      .listReceived(user.email)
      .filter(({ messageId }) => messageId === row.messageId);
    expect(received).toHaveLength(1);
    const [delivery] = await notifier.dataSource.query<{ redacted: boolean }[]>(
      'SELECT redacted FROM deliveries WHERE id = $1',
      [row.id],
    );
    return { sale, raw: received[0]?.raw ?? '', text: received[0]?.mail.text ?? '', ...delivery };
  };
  const expectFull = ({ text, redacted }: Awaited<ReturnType<typeof sellAndRead>>) => {
    expect(text).toContain('Margaret Ellison');
    expect(redacted).toBe(false);
  };
  const expectRedacted = ({ sale, raw, text, redacted }: Awaited<ReturnType<typeof sellAndRead>>) => {
    for (const personal of ['Margaret', 'Ellison', '5550142', '555-0142', sale.lead.email, '78701'])
      expect(raw).not.toContain(personal);
    expect(text).toContain(`https://desk.example/leads/${sale.leadId}`);
    expect(redacted).toBe(true);
  };

  it('contain the lead until the deadline, and again after a confirmation', async () => {
    const user = await register(inHours(72));
    expectFull(await sellAndRead(user));
    await changeContact(user, { confirmedAt: null, confirmBy: inHours(-1) });
    expectRedacted(await sellAndRead(user));
    await changeContact(user, { confirmedAt: new Date().toISOString(), confirmBy: inHours(-1) });
    expectFull(await sellAndRead(user));
  });

  it('use the deadline of the registration', async () => {
    expectRedacted(await sellAndRead(await register(inHours(-1))));
  });

  it('decide at each attempt, not when the lead is sold', async () => {
    const user = await register(inHours(72));
    mailServer.script(user.email, { answer: 451 }, { answer: 451 });
    const sale = await notifier.sell(user.userId);
    await changeContact(user, { confirmedAt: null, confirmBy: inHours(-1) });
    const row = await notifier.waitForStatus(sale.leadId, 'sent');
    expect(row.attempts).toBeGreaterThan(1);
    const [received, ...more] = mailServer.listReceived(user.email);
    expect(more).toEqual([]);
    expect(received?.mail.text).not.toContain('Margaret');
  });

  it('leave out the lead after a bounce, until a later confirmation', async () => {
    const user = await register(inHours(72));
    const confirmedAt = new Date().toISOString();
    await changeContact(user, { confirmedAt, confirmBy: inHours(72) });
    mailServer.refuseRecipient(user.email);
    await notifier.waitForStatus((await notifier.sell(user.userId)).leadId, 'failed');
    mailServer.acceptRecipient(user.email);
    expectRedacted(await sellAndRead(user));
    const bounces = (await notifier.listAllPublished()).filter(
      ({ name, payload }) => name === 'notifications.email-bounced' && payload['userId'] === user.userId,
    );
    expect(bounces).toMatchObject([{ queue: 'accounts.events', payload: { email: user.email } }]);

    // A change of name repeats the earlier confirmation, which the bounce has cancelled.
    await changeContact({ ...user, firstName: 'Diana' }, { confirmedAt, confirmBy: inHours(72) });
    expectRedacted(await sellAndRead(user));
    await changeContact(user, { confirmedAt: new Date().toISOString(), confirmBy: inHours(72) });
    expectFull(await sellAndRead(user));
  });

  it('contain the lead if the address was confirmed while an earlier email was being refused', async () => {
    const user = await register(inHours(72));
    const refuse = mailServer.holdRefusal(user.email);
    const { leadId } = await notifier.sell(user.userId);
    await eventually(() => mailServer.refusedAtRcpt.has(user.email));
    const confirmation = { confirmedAt: new Date().toISOString(), confirmBy: inHours(72) };
    await notifier.publish(contactChanged, newContact(user, { confirmation }));
    await eventually(async () => {
      const confirmed: unknown[] = await notifier.dataSource.query(
        'SELECT 1 FROM channels WHERE buyer_id = $1 AND confirmed_at IS NOT NULL',
        [user.userId],
      );
      return confirmed.length > 0;
    });
    refuse();
    await notifier.waitForStatus(leadId, 'failed');
    mailServer.acceptRecipient(user.email);
    expectFull(await sellAndRead(user));
  });

  it('leave out the lead if the welcome email bounced, but not if an email to another address did', async () => {
    const [bounced, other] = [await register(inHours(72)), await register(inHours(72))];
    const strangersAddress = `${randomUUID()}@elsewhere.example`;
    const mails = [
      newAccountMail({ kind: 'welcome', userId: bounced.userId, email: bounced.email }),
      newAccountMail({ kind: 'confirm-email', userId: other.userId, email: strangersAddress }),
    ];
    for (const mail of mails) {
      mailServer.refuseRecipient(mail.email);
      await notifier.publish(accountMail, mail, mail.mailId);
    }
    await notifier.waitForAcknowledgments();
    mailServer.acceptRecipient(bounced.email);
    expectRedacted(await sellAndRead(bounced));
    expectFull(await sellAndRead(other));
  });
});
