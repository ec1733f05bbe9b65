import { randomUUID } from 'node:crypto';
import {
  contactChanged,
  listDeliveriesOfLead,
  leadSold,
  resendDelivery,
  userRegistered,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SendingRepository } from '../src/database/repositories/sending.repository.js';
import { MAX_ATTEMPTS } from '../src/sending/retry-schedule.js';
import { NotifierHarness } from './notifier.harness.js';
import { sampleSale, sampleUser } from './samples.js';

describe('sending again what was given up', () => {
  const desk = new NotifierHarness();
  const { mailServer } = desk;
  const actorId = randomUUID();
  const caller = { address: '203.0.113.9', userAgent: 'Mozilla/5.0' };

  const quiet = () => eventually(async () => (await desk.unacknowledged()) === 0, { timeoutMs: 20_000 });
  const inState = (leadId: string, status: string) =>
    eventually(
      async () => {
        const row = await desk.delivery(leadId);
        if (row.status !== status) throw new Error(`it is ${row.status} (${row.lastErrorCode})`);
        return row;
      },
      { timeoutMs: 20_000 },
    );
  /** A delivery that the server refused for good; it takes the next. */
  const givenUp = async () => {
    const user = sampleUser();
    await desk.emit(userRegistered, user, user.userId);
    mailServer.expect(user.email, { answer: 554 });
    const sale = sampleSale({ buyerId: user.userId });
    await desk.emit(leadSold, sale, sale.leadId);
    return { user, sale, row: await inState(sale.leadId, 'failed') };
  };
  const resend = (deliveryId: string) => desk.client.send(resendDelivery, { deliveryId, actorId, caller });
  const actionsOn = async (id: string) =>
    (await desk.toldAll()).filter(
      ({ name, payload }) =>
        name === 'accounts.record-action' && (payload['subject'] as { id: string }).id === id,
    );

  beforeAll(() => desk.start());
  afterAll(() => desk.stop());

  it('queues it under its id as if it were new, and says who ordered it', async () => {
    const { user, sale, row } = await givenUp();
    const { id, messageId } = row;
    const told = await resend(id);
    expect(told).toMatchObject({
      ...{ id, leadId: sale.leadId, buyerId: user.userId, channel: 'email', address: user.email },
      ...{ status: 'queued', attempts: 0, sentAt: null, failedAt: null, lastErrorCode: 'MESSAGE_REFUSED' },
    });
    expect(Date.parse(told.nextAttemptAt!)).toBeGreaterThanOrEqual(Date.parse(told.queuedAt));
    await inState(sale.leadId, 'sent');
    await quiet();
    expect(mailServer.to(user.email).map((received) => received.messageId)).toEqual([messageId]);
    const { deliveries } = await desk.client.send(listDeliveriesOfLead, {
      leadId: sale.leadId,
      buyerId: null,
    });
    expect(deliveries).toMatchObject([{ id, status: 'sent', attempts: 1, nextAttemptAt: null }]);
    expect(await desk.told(id)).toMatchObject([{ name: 'notifications.lead-delivered' }]);
    expect(await actionsOn(id)).toMatchObject([
      {
        queue: 'accounts.events',
        payload: { action: 'delivery-resent', actorId, userId: user.userId, caller },
      },
    ]);
  });

  it('gives it all its tries again', async () => {
    const { user, sale, row } = await givenUp();
    await desk.dataSource.query('UPDATE deliveries SET attempts = $2 WHERE id = $1', [row.id, MAX_ATTEMPTS]);
    mailServer.expect(user.email, { answer: 451 });
    await resend(row.id);
    expect(await inState(sale.leadId, 'sent')).toMatchObject({ lastErrorCode: 'TEMPORARY_ERROR' });
    const { deliveries } = await desk.client.send(listDeliveriesOfLead, {
      leadId: sale.leadId,
      buyerId: null,
    });
    expect(deliveries).toMatchObject([{ attempts: 2 }]);
  });

  it('can be given up and sent again once more', async () => {
    const { user, sale, row } = await givenUp();
    mailServer.expect(user.email, { answer: 554 });
    await resend(row.id);
    await eventually(async () => (await desk.delivery(sale.leadId)).attempts === 2);
    await inState(sale.leadId, 'failed');
    expect(await resend(row.id)).toMatchObject({ status: 'queued', attempts: 0 });
    await inState(sale.leadId, 'sent');
    expect(await actionsOn(row.id)).toHaveLength(2);
  });

  it("goes to the channel's address of today", async () => {
    const { user, sale, row } = await givenUp();
    const email = `new-${user.email}`;
    const { userId, firstName, lastName } = user;
    const at = new Date().toISOString();
    await desk.emit(contactChanged, { userId, email, firstName, lastName, at });
    await quiet();
    expect(await resend(row.id)).toMatchObject({ address: email });
    await inState(sale.leadId, 'sent');
    expect(mailServer.to(user.email)).toEqual([]);
    expect(mailServer.to(email).map(({ messageId }) => messageId)).toEqual([row.messageId]);
  });

  it('waits for a change of address that is under way', async () => {
    const { user, sale, row } = await givenUp();
    const email = `new-${user.email}`;
    let told: ReturnType<typeof resend> | undefined;
    await desk.own.run(async (tx) => {
      await tx.query('UPDATE channels SET address = $2 WHERE buyer_id = $1', [user.userId, email]);
      told ??= resend(row.id);
      await desk.someoneWaits();
    });
    expect(await told).toMatchObject({ address: email });
    await inState(sale.leadId, 'sent');
    expect(mailServer.to(email)).toHaveLength(1);
  });

  it('goes to where it went before when the channel may not be used any more', async () => {
    const { user, sale, row } = await givenUp();
    await desk.dataSource.query(
      "UPDATE channels SET address = 'nobody@agency.example', verified_at = NULL WHERE buyer_id = $1",
      [user.userId],
    );
    expect(await resend(row.id)).toMatchObject({ address: user.email });
    await inState(sale.leadId, 'sent');
    expect(mailServer.to('nobody@agency.example')).toEqual([]);
  });

  it('is done once when it is ordered by several at the same moment', async () => {
    const { user, sale, row } = await givenUp();
    const answers = await Promise.allSettled([1, 2, 3].map(() => resend(row.id)));
    const refused = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as unknown] : [],
    );
    expect(refused).toMatchObject([{ code: 'DELIVERY_NOT_FAILED' }, { code: 'DELIVERY_NOT_FAILED' }]);
    await inState(sale.leadId, 'sent');
    await quiet();
    expect(mailServer.to(user.email)).toHaveLength(1);
    expect(await actionsOn(row.id)).toHaveLength(1);
  });

  it('takes the hold on it from whoever had it before', async () => {
    const { user, sale, row } = await givenUp();
    let release: () => void = () => undefined;
    mailServer.expect(user.email, {
      answer: 'hold',
      until: new Promise<void>((resolve) => (release = resolve)),
    });
    await resend(row.id);
    await eventually(async () => (await desk.delivery(sale.leadId)).leaseUntil !== null);
    const rows = new SendingRepository();
    const late = { id: row.id, attempts: row.attempts };
    const changed = await desk.own.run(async (tx) => [
      await rows.postpone(tx, 'deliveries', late, { delayMs: 60_000, reason: 'TEMPORARY_ERROR' }),
      await rows.markFailed(tx, 'deliveries', late, 'MESSAGE_REFUSED'),
    ]);
    expect(changed).toEqual([false, false]);
    release();
    await inState(sale.leadId, 'sent');
  });

  it('is refused for one that has not failed, and for one that is not there', async () => {
    const { sale, row } = await givenUp();
    await resend(row.id);
    await inState(sale.leadId, 'sent');
    await expect(resend(row.id)).rejects.toMatchObject({ code: 'DELIVERY_NOT_FAILED' });
    await expect(resend(randomUUID())).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    expect(await actionsOn(row.id)).toHaveLength(1);
  });
});
