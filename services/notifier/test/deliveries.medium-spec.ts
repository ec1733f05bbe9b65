import { setTimeout as pause } from 'node:timers/promises';
import { leadSold, userRegistered } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';
import { newUser } from './fixtures.js';

describe('delivery of sold leads by email', () => {
  const notifier = new NotifierHarness();
  const { mailServer } = notifier;

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  it('sends one email for a sold lead and records it', async () => {
    const { userId, email } = await notifier.register();
    const sale = await notifier.sell(userId);
    const row = await notifier.waitForStatus(sale.leadId, 'sent');
    expect(row).toMatchObject({ attempts: 1, lastErrorCode: null, leaseUntil: null });
    const [received, ...more] = mailServer.listReceived(email);
    expect(more).toEqual([]);
    expect(received!.messageId).toBe(`<delivery-${row.id}@desk.example>`);
    expect(received!.messageId).toBe(row.messageId);
    expect(received!.mail.subject).toBe('New Indexed annuity lead: Margaret Ellison, TX');
    expect(received!.mail.from).toMatchObject({ name: 'Annuity Desk', address: 'leads@desk.example' });
    expect(received!.mail.text).toContain('(512) 555-0142');
    expect(received!.mail.text).toContain('Sold exclusively to you on Jan 5, 2026, 8:03:11 AM CST.');
    expect(received!.mail.html).toContain('tel:+15125550142');
    expect(received!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it('publishes the delivery once, with the recorded time', async () => {
    const { userId } = await notifier.register();
    const sale = await notifier.sell(userId);
    const row = await notifier.waitForStatus(sale.leadId, 'sent');
    await notifier.waitForAcknowledgments();
    expect(await notifier.listPublished(row.id)).toMatchObject([
      {
        name: 'notifications.lead-delivered',
        queue: 'lead-router.events',
        payload: {
          deliveryId: row.id,
          leadId: sale.leadId,
          offerId: sale.offerId,
          buyerId: userId,
          channel: 'email',
          deliveredAt: row.sentAt!.toISOString(),
        },
      },
    ]);
  });

  it('does not record the delivery if it cannot be published', async () => {
    const { userId, email } = await notifier.register();
    await notifier.runAsOwner(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse_publishing BEFORE INSERT ON outbox FOR EACH ROW
        WHEN (NEW.name = 'notifications.lead-delivered') EXECUTE FUNCTION refuse()`);
    const sale = await notifier.sell(userId);
    await eventually(() => mailServer.listReceived(email).length === 1);
    await eventually(() =>
      notifier.logLines.some((line) => line.includes('an attempt was not made or not recorded')),
    );
    const row = await notifier.getDelivery(sale.leadId);
    expect(row).toMatchObject({ status: 'queued', sentAt: null });
    await notifier.runAsOwner('DROP TRIGGER refuse_publishing ON outbox');
    await notifier.dataSource.query('UPDATE deliveries SET lease_until = now() WHERE id = $1', [row.id]);
    await notifier.waitForStatus(sale.leadId, 'sent');
    expect(await notifier.listPublished(row.id)).toHaveLength(1);
  });

  it('sends no second email if the sale is published again', async () => {
    const { userId, email } = await notifier.register();
    const sale = await notifier.sell(userId);
    await notifier.waitForStatus(sale.leadId, 'sent');
    await notifier.waitForAcknowledgments();
    await notifier.publish(leadSold, sale, sale.leadId);
    // The same sale under another message id, as after a message was renamed.
    await notifier.publish(leadSold, sale, `${sale.leadId}-again`);
    await notifier.waitForAcknowledgments();
    expect(mailServer.listReceived(email)).toHaveLength(1);
    expect(await notifier.getDelivery(sale.leadId)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('retries after a temporary refusal and stays queued until the email is accepted', async () => {
    const { userId, email } = await notifier.register();
    mailServer.script(email, { answer: 451 }, { answer: 421 });
    const sale = await notifier.sell(userId);
    const deferred = await eventually(async () => {
      const row = await notifier.getDelivery(sale.leadId);
      return row.lastErrorCode === 'TEMPORARY_ERROR' && row.leaseUntil === null && row;
    });
    expect(deferred).toMatchObject({ status: 'queued', sentAt: null });
    expect(mailServer.listReceived(email)).toEqual([]);
    const row = await notifier.waitForStatus(sale.leadId, 'sent');
    expect(row).toMatchObject({ attempts: 3, lastErrorCode: 'TEMPORARY_ERROR' });
    expect(mailServer.listReceived(email).map(({ messageId }) => messageId)).toEqual([row.messageId]);
  });

  it.each([
    ['the recipient', (email: string) => mailServer.refuseRecipient(email), 'ADDRESS_REFUSED'],
    ['the message', (email: string) => mailServer.script(email, { answer: 554 }), 'MESSAGE_REFUSED'],
  ])('fails if the server permanently refuses %s', async (_subject, refuse, code) => {
    const { userId, email } = await notifier.register();
    refuse(email);
    const sale = await notifier.sell(userId);
    const row = await notifier.waitForStatus(sale.leadId, 'failed');
    expect(row).toMatchObject({ attempts: 1, lastErrorCode: code, sentAt: null });
    await notifier.waitForAcknowledgments();
    expect(await notifier.listPublished(row.id)).toEqual([]);
    expect(mailServer.listReceived(email)).toEqual([]);
  });

  it('resends under the same Message-ID if the reply is lost', async () => {
    const { userId, email } = await notifier.register();
    mailServer.script(email, { answer: 'drop' });
    const sale = await notifier.sell(userId);
    const row = await notifier.waitForStatus(sale.leadId, 'sent');
    expect(mailServer.listReceived(email).map(({ messageId }) => messageId)).toEqual([
      row.messageId,
      row.messageId,
    ]);
    expect(row.attempts).toBe(2);
  });

  it('sends one email to a mail server that takes long to accept it', async () => {
    const { userId, email } = await notifier.register();
    mailServer.script(email, { answer: 'hold', until: pause(14_000) });
    const sale = await notifier.sell(userId);
    const row = await notifier.waitForStatus(sale.leadId, 'sent');
    expect(row).toMatchObject({ attempts: 1, lastErrorCode: null });
    expect(mailServer.attempts.get(email)).toBe(1);
  });

  it('delivers a sale that arrives before the registration', async () => {
    const user = newUser();
    const sale = await notifier.sell(user.userId);
    await notifier.waitForRepublish(`${leadSold.name}~${sale.leadId}`);
    expect(await notifier.listRows('deliveries', 'lead_id', sale.leadId)).toEqual([]);
    await notifier.publish(userRegistered, user, user.userId);
    await notifier.waitForStatus(sale.leadId, 'sent');
    expect(mailServer.listReceived(user.email)).toHaveLength(1);
  });

  it('delivers sales that arrive together with one whose buyer is not registered', async () => {
    const users = await Promise.all([1, 2, 3].map(() => notifier.register()));
    const early = newUser();
    const [first, ...others] = await Promise.all(
      [early, ...users].map(({ userId }) => notifier.sell(userId)),
    );
    for (const { leadId } of others) await notifier.waitForStatus(leadId, 'sent');
    expect(await notifier.listRows('deliveries', 'lead_id', first!.leadId)).toEqual([]);
    await notifier.publish(userRegistered, early, early.userId);
    await notifier.waitForStatus(first!.leadId, 'sent');
  });

  it('delivers many leads at once, each exactly once', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => notifier.register()));
    const sales = await Promise.all(
      Array.from({ length: 60 }, (_, index) => notifier.sell(users[index % users.length]!.userId)),
    );
    await Promise.all(sales.map(({ leadId }) => notifier.waitForStatus(leadId, 'sent')));
    for (const { email } of users) expect(mailServer.listReceived(email)).toHaveLength(12);
  });

  it('sends one message to one address, whatever the funnel put into the name', async () => {
    const { userId, email } = await notifier.register();
    const lead = { fullName: 'Ann\r\nBcc: everybody@example.com\r\n\r\nhello' };
    const { leadId } = await notifier.sell(userId, { lead });
    await notifier.waitForStatus(leadId, 'sent');
    const [received] = mailServer.listReceived(email);
    expect(received!.to).toEqual([email]);
    expect(received!.mail.bcc).toBeUndefined();
    expect(received!.mail.subject).toBe('New Indexed annuity lead: Ann Bcc: everybody@example.com hello, TX');
  });

  it('records no email as sent that the server did not accept', async () => {
    await notifier.waitForAcknowledgments();
    const sent: { message_id: string }[] = await notifier.dataSource.query(
      "SELECT message_id FROM deliveries WHERE status = 'sent'",
    );
    const accepted = new Set(mailServer.received.map(({ messageId }) => messageId));
    expect(sent.length).toBeGreaterThan(60);
    expect(sent.filter(({ message_id }) => !accepted.has(message_id))).toEqual([]);
    const queued: unknown[] = await notifier.dataSource.query(
      "SELECT id FROM deliveries WHERE status = 'queued'",
    );
    expect(queued).toEqual([]);
  });
});
