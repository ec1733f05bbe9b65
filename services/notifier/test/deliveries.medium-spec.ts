import { randomUUID } from 'node:crypto';
import { leadSold, sendDelivery, userRegistered } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';
import { sampleSale, sampleUser } from './samples.js';

describe('delivery of sold leads by e-mail', () => {
  const desk = new NotifierHarness();
  const { mailServer } = desk;

  const register = async () => {
    const user = sampleUser();
    await desk.emit(userRegistered, user, user.userId);
    await eventually(async () => {
      const rows: unknown[] = await desk.dataSource.query('SELECT 1 FROM channels WHERE buyer_id = $1', [
        user.userId,
      ]);
      return rows.length === 1;
    });
    return user;
  };
  const sell = async (buyerId: string) => {
    const sale = sampleSale({ buyerId });
    await desk.emit(leadSold, sale, sale.leadId);
    return sale;
  };
  const inState = (leadId: string, status: string, timeoutMs = 30_000) =>
    eventually(
      async () => {
        const row = await desk.delivery(leadId);
        if (row.status !== status) throw new Error(`it is ${row.status} (${row.lastErrorCode})`);
        return row;
      },
      { timeoutMs },
    );
  const quiet = () => eventually(async () => (await desk.unacknowledged()) === 0, { timeoutMs: 30_000 });

  beforeAll(() => desk.start());
  afterAll(async () => {
    await desk.stop();
  });

  it('sends one mail for a sold lead and then says so', async () => {
    const { userId, email } = await register();
    const sale = await sell(userId);
    const row = await inState(sale.leadId, 'sent');
    expect(row).toMatchObject({ attempts: 1, lastErrorCode: null, leaseUntil: null });
    const [received, ...more] = mailServer.to(email);
    expect(more).toEqual([]);
    expect(received!.messageId).toBe(`<delivery-${row.id}@desk.example>`);
    expect(received!.messageId).toBe(row.messageId);
    expect(received!.mail.subject).toBe('New Indexed annuity lead: Margaret Ellison, TX');
    expect(received!.mail.from).toMatchObject({ name: 'Annuity Desk', address: 'leads@desk.example' });
    expect(received!.mail.text).toContain('(512) 555-0142');
    expect(received!.mail.html).toContain('tel:+15125550142');
    expect(received!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it('tells lead-router of it once, with the time at which it was marked', async () => {
    const { userId } = await register();
    const sale = await sell(userId);
    const row = await inState(sale.leadId, 'sent');
    await desk.emit(sendDelivery, { deliveryId: row.id, attempt: 1 }, `${row.id}-again`);
    await quiet();
    expect(await desk.told(row.id)).toMatchObject([
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

  it('is not marked when that cannot be told', async () => {
    const { userId, email } = await register();
    await desk.asOwner(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse_telling BEFORE INSERT ON outbox FOR EACH ROW
        WHEN (NEW.name = 'notifications.lead-delivered') EXECUTE FUNCTION refuse()`);
    const sale = await sell(userId);
    await eventually(async () => {
      const tried: unknown[] = await desk.dataSource.query(
        `SELECT 1 FROM outbox o JOIN deliveries d ON o.message_id = 'notifications.send-delivery~' || d.id || '-1'
          WHERE d.lead_id = $1 AND o.attempts > 0`,
        [sale.leadId],
      );
      return tried.length === 1 && mailServer.to(email).length === 1;
    });
    const row = await desk.delivery(sale.leadId);
    expect(row).toMatchObject({ status: 'queued', sentAt: null });
    await desk.asOwner('DROP TRIGGER refuse_telling ON outbox');
    await desk.dataSource.query('UPDATE deliveries SET lease_until = now() WHERE id = $1', [row.id]);
    await inState(sale.leadId, 'sent');
    expect(await desk.told(row.id)).toHaveLength(1);
  });

  it('sends no second mail when the sale is told again', async () => {
    const { userId, email } = await register();
    const sale = await sell(userId);
    await inState(sale.leadId, 'sent');
    await quiet();
    await desk.emit(leadSold, sale, sale.leadId);
    // The same sale under another message id, as after a change of names.
    await desk.emit(leadSold, sale, `${sale.leadId}-again`);
    await quiet();
    expect(mailServer.to(email)).toHaveLength(1);
    expect(await desk.delivery(sale.leadId)).toMatchObject({ status: 'sent', attempts: 1 });
  });

  it('tries again when the server does not take it now, and never says sent before', async () => {
    const { userId, email } = await register();
    mailServer.expect(email, { answer: 451 }, { answer: 421 });
    const sale = await sell(userId);
    const refused = await eventually(async () => {
      const row = await desk.delivery(sale.leadId);
      return row.lastErrorCode === 'TEMPORARY_ERROR' && row.leaseUntil === null && row;
    });
    expect(refused).toMatchObject({ status: 'queued', sentAt: null });
    expect(mailServer.to(email)).toEqual([]);
    const row = await inState(sale.leadId, 'sent');
    expect(row).toMatchObject({ attempts: 3, lastErrorCode: 'TEMPORARY_ERROR' });
    expect(mailServer.to(email).map(({ messageId }) => messageId)).toEqual([row.messageId]);
  });

  it.each([
    ['the recipient', (email: string) => mailServer.refuse(email, 550), 'ADDRESS_REFUSED'],
    ['the message', (email: string) => mailServer.expect(email, { answer: 554 }), 'MESSAGE_REFUSED'],
  ])('gives up when %s is refused for good', async (_what, arrange, code) => {
    const { userId, email } = await register();
    arrange(email);
    const sale = await sell(userId);
    const row = await inState(sale.leadId, 'failed');
    expect(row).toMatchObject({ attempts: 1, lastErrorCode: code, sentAt: null });
    await quiet();
    expect(await desk.told(row.id)).toEqual([]);
    expect(mailServer.to(email)).toEqual([]);
  });

  it('sends again under the same Message-ID when the answer is lost', async () => {
    const { userId, email } = await register();
    mailServer.expect(email, { answer: 'drop' });
    const sale = await sell(userId);
    const row = await inState(sale.leadId, 'sent');
    expect(mailServer.to(email).map(({ messageId }) => messageId)).toEqual([row.messageId, row.messageId]);
    expect(row.attempts).toBe(2);
  });

  it('waits for the channel when the sale overtakes the registration', async () => {
    const user = sampleUser();
    const sale = await sell(user.userId);
    await desk.refused(`${leadSold.name}~${sale.leadId}`);
    expect(await desk.rows('deliveries', 'lead_id', sale.leadId)).toEqual([]);
    await desk.emit(userRegistered, user, user.userId);
    await inState(sale.leadId, 'sent');
    expect(mailServer.to(user.email)).toHaveLength(1);
  });

  it('sends one mail when several orders come at once', async () => {
    const { userId, email } = await register();
    let release: () => void = () => undefined;
    mailServer.expect(email, { answer: 'hold', until: new Promise<void>((resolve) => (release = resolve)) });
    const sale = await sell(userId);
    const { id } = await eventually(() => desk.delivery(sale.leadId));
    const keys = ['a', 'b', 'c', 'd', 'e'].map((key) => `${id}-${key}`);
    for (const key of keys) await desk.emit(sendDelivery, { deliveryId: id, attempt: 1 }, key);
    await desk.refused(...keys.map((key) => `${sendDelivery.name}~${key}`));
    expect(mailServer.tries.get(email)).toBe(1);
    expect(await desk.delivery(sale.leadId)).toMatchObject({ status: 'queued', sentAt: null, attempts: 1 });
    release();
    await inState(sale.leadId, 'sent');
    await quiet();
    expect(mailServer.tries.get(email)).toBe(1);
    expect(await desk.delivery(sale.leadId)).toMatchObject({ attempts: 1 });
  });

  it('takes over from a process that died with the mail in hand', async () => {
    const { userId, email } = await register();
    const sale = sampleSale({ buyerId: userId });
    const id = randomUUID();
    // What such a process leaves behind: a leased row and no order.
    await desk.dataSource.query(
      `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content,
                               attempts, lease_until)
       SELECT $1, $2, $3, $4, c.id, c.kind, c.address, $5, $6, 1, now() + interval '1 s'
         FROM channels c WHERE c.buyer_id = $3`,
      [id, sale.leadId, userId, sale.offerId, `<delivery-${id}@desk.example>`, JSON.stringify(sale)],
    );
    const row = await inState(sale.leadId, 'sent');
    expect(row.attempts).toBe(2);
    expect(mailServer.to(email).map(({ messageId }) => messageId)).toEqual([`<delivery-${id}@desk.example>`]);
  });

  it('delivers many at once, each once', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, register));
    const sales = await Promise.all(
      Array.from({ length: 60 }, (_, index) => sell(users[index % users.length]!.userId)),
    );
    await Promise.all(sales.map(({ leadId }) => inState(leadId, 'sent')));
    for (const { email } of users) expect(mailServer.to(email)).toHaveLength(12);
  });

  it('sends what a funnel sent as one message to one address', async () => {
    const { userId, email } = await register();
    const sale = sampleSale({
      buyerId: userId,
      lead: { fullName: 'Ann\r\nBcc: everybody@example.com\r\n\r\nhello' },
    });
    await desk.emit(leadSold, sale, sale.leadId);
    await inState(sale.leadId, 'sent');
    const [received] = mailServer.to(email);
    expect(received!.to).toEqual([email]);
    expect(received!.mail.bcc).toBeUndefined();
    expect(received!.mail.subject).toBe('New Indexed annuity lead: Ann Bcc: everybody@example.com hello, TX');
  });

  it('has marked nothing as sent that the server did not take', async () => {
    await quiet();
    const sent: { message_id: string }[] = await desk.dataSource.query(
      "SELECT message_id FROM deliveries WHERE status = 'sent'",
    );
    const taken = new Set(mailServer.received.map(({ messageId }) => messageId));
    expect(sent.length).toBeGreaterThan(60);
    expect(sent.filter(({ message_id }) => !taken.has(message_id))).toEqual([]);
    const left: unknown[] = await desk.dataSource.query("SELECT id FROM deliveries WHERE status = 'queued'");
    expect(left).toEqual([]);
  });
});
