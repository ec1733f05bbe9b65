import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { leadSold, sendDelivery, userRegistered } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LEASE_RENEWAL_MS, SendingRepository } from '../src/sending/sending.repository.js';
import { newSale, newUser } from './fixtures.js';
import { NotifierHarness } from './notifier.harness.js';

describe('the lease of a delivery', () => {
  const notifier = new NotifierHarness();
  const { mailServer } = notifier;
  const rows = new SendingRepository('deliveries');

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  const register = async () => {
    const user = newUser();
    await notifier.publish(userRegistered, user, user.userId);
    await eventually(async () => {
      const channels: unknown[] = await notifier.dataSource.query(
        'SELECT 1 FROM channels WHERE buyer_id = $1',
        [user.userId],
      );
      return channels.length === 1;
    });
    return user;
  };
  /** Sells a lead whose email the mail server keeps waiting until `release`. */
  const sellAndHold = async () => {
    const { userId, email } = await register();
    const { promise: until, resolve } = Promise.withResolvers<undefined>();
    mailServer.script(email, { answer: 'hold', until });
    const sale = newSale({ buyerId: userId });
    await notifier.publish(leadSold, sale, sale.leadId);
    return { email, leadId: sale.leadId, release: () => resolve(undefined) };
  };
  /** Adds a delivery that only this test knows of, as if another process had created it. */
  const insertDelivery = async () => {
    const { userId, email } = await register();
    const { leadId, offerId, ...rest } = newSale({ buyerId: userId });
    const id = randomUUID();
    await notifier.dataSource.query(
      `INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content)
       SELECT $1, $2, $3, $4, c.id, c.kind, c.address, $5, $6 FROM channels c WHERE c.buyer_id = $3`,
      [
        id,
        leadId,
        userId,
        offerId,
        `<delivery-${id}@desk.example>`,
        JSON.stringify({ leadId, offerId, ...rest }),
      ],
    );
    return { id, leadId, email };
  };
  /** Requests an attempt several times, and waits until the notifier has completed each request. */
  const requestAttempts = async (deliveryId: string) => {
    const keys = Array.from({ length: 5 }, () => randomUUID());
    for (const key of keys)
      await notifier.publish(sendDelivery, { deliveryId, attempt: 1, channel: 'email' }, key);
    await notifier.waitForAcknowledgment(...keys.map((key) => `${sendDelivery.name}~${key}`));
  };

  it('completes further requests while a process is sending, and sends one email', async () => {
    const { email, leadId, release } = await sellAndHold();
    await eventually(() => Promise.resolve(mailServer.attempts.get(email) === 1));
    const { id } = await notifier.getDelivery(leadId);
    await requestAttempts(id);
    expect(await notifier.getDelivery(leadId)).toMatchObject({ status: 'queued', attempts: 1 });
    release();
    await notifier.waitForStatus(leadId, 'sent');
    await notifier.waitForAcknowledgments();
    expect(mailServer.attempts.get(email)).toBe(1);
    expect(await notifier.getDelivery(leadId)).toMatchObject({ attempts: 1 });
  });

  it('is renewed while the mail server keeps an email waiting', async () => {
    const { email, leadId, release } = await sellAndHold();
    const readLease = async () => (await notifier.getDelivery(leadId)).leaseUntil?.getTime();
    const leasedUntil = (await eventually(readLease)) ?? 0;
    await eventually(async () => ((await readLease()) ?? 0) > leasedUntil);
    release();
    await notifier.waitForStatus(leadId, 'sent');
    expect(mailServer.attempts.get(email)).toBe(1);
  });

  it('ends within 15 seconds after its process was killed, although every request was completed', async () => {
    const { id, leadId, email } = await insertDelivery();
    const claimed = await rows.claim(notifier.transactions, id, []);
    for (let renewals = 0; renewals < 4; renewals += 1) {
      await sleep(LEASE_RENEWAL_MS);
      await rows.renewLease(notifier.transactions, claimed!);
    }
    await requestAttempts(id);
    expect(await notifier.getDelivery(leadId)).toMatchObject({ status: 'queued', attempts: 1 });
    await rows.renewLease(notifier.transactions, claimed!);
    const killedAt = Date.now();

    const { attempts, sentAt } = await notifier.waitForStatus(leadId, 'sent');
    expect(attempts).toBe(2);
    expect(Number(sentAt) - killedAt).toBeLessThan(15_000);
    expect(mailServer.listReceived(email).map(({ messageId }) => messageId)).toEqual([
      `<delivery-${id}@desk.example>`,
    ]);
  });
});
