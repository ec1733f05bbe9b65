import { randomUUID } from 'node:crypto';
import { listDeliveriesOfLead, listFailedDeliveries, type RequestOf } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';

describe('delivery log', () => {
  const notifier = new NotifierHarness();

  beforeAll(() => notifier.start());
  afterAll(() => notifier.stop());

  /** Inserts a delivery that was sent, failed, or is due in an hour. */
  const insertDelivery = async (
    status: 'sent' | 'failed' | 'queued',
    { leadId = randomUUID(), buyerId = randomUUID(), at = '2026-01-05T14:30:00.123456Z' } = {},
  ) => {
    const id = randomUUID();
    await notifier.dataSource.query(
      `WITH channel AS (
         INSERT INTO channels (id, buyer_id, kind, address, first_name, verified_at)
         VALUES ($1::uuid, $3::uuid, 'email', $3::uuid || '@agency.example', 'Dana', now()) RETURNING id, address)
       INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content, status,
                               attempts, queued_at, next_attempt_at, sent_at, failed_at, last_error_code)
       SELECT $1::uuid, $2, $3::uuid, $1::uuid, c.id, 'email', c.address, $1::uuid::text, '{}', $4::text, 3,
              $5::timestamptz, now() + interval '1 hour', CASE $4::text WHEN 'sent' THEN $5::timestamptz END,
              CASE $4::text WHEN 'failed' THEN $5::timestamptz END, CASE $4::text WHEN 'failed' THEN 'SMTP_550' END
         FROM channel c`,
      [id, leadId, buyerId, status, at],
    );
    return { id, leadId, buyerId };
  };

  it('lists the deliveries of a lead oldest first, or only those to one buyer', async () => {
    const leadId = randomUUID();
    const second = await insertDelivery('queued', { leadId, at: '2026-01-05T14:31:00Z' });
    const first = await insertDelivery('failed', { leadId });
    await insertDelivery('sent');
    const { deliveries } = await notifier.commands.send(listDeliveriesOfLead, { leadId, buyerId: null });
    expect(deliveries).toEqual([
      {
        ...{ id: first.id, leadId, buyerId: first.buyerId, channel: 'email', status: 'failed', attempts: 3 },
        ...{ address: `${first.buyerId}@agency.example`, queuedAt: '2026-01-05T14:30:00.123Z', sentAt: null },
        ...{ nextAttemptAt: null, failedAt: '2026-01-05T14:30:00.123Z', lastErrorCode: 'ADDRESS_REFUSED' },
        confirmedAt: null,
      },
      {
        ...{
          id: second.id,
          leadId,
          buyerId: second.buyerId,
          channel: 'email',
          status: 'queued',
          attempts: 3,
        },
        ...{ address: `${second.buyerId}@agency.example`, queuedAt: '2026-01-05T14:31:00.000Z' },
        ...{ nextAttemptAt: expect.any(String), sentAt: null, failedAt: null, lastErrorCode: null },
        confirmedAt: null,
      },
    ]);
    const { buyerId } = second;
    const own = await notifier.commands.send(listDeliveriesOfLead, { leadId, buyerId });
    expect(own.deliveries.map(({ id }) => id)).toEqual([second.id]);
    expect(await notifier.commands.send(listDeliveriesOfLead, { leadId: randomUUID(), buyerId })).toEqual({
      deliveries: [],
    });
  });

  it('pages through failed deliveries newest first, even within one millisecond', async () => {
    const { deliveries: before } = await notifier.commands.send(listFailedDeliveries, {
      after: null,
      limit: 200,
    });
    const insertedIds: string[] = [];
    for (const micros of ['000001', '123000', '123001', '123499', '123002', '200000', '200400'])
      insertedIds.push((await insertDelivery('failed', { at: `2026-01-06T14:30:00.${micros}Z` })).id);
    await insertDelivery('sent', { at: '2026-01-07T14:30:00Z' });
    await insertDelivery('queued', { at: '2026-01-07T14:30:00Z' });

    const getPage = (after: RequestOf<typeof listFailedDeliveries>['after']) =>
      notifier.commands.send(listFailedDeliveries, { after, limit: 2 });
    const pages = [await getPage(null)];
    for (let next = pages[0]!.next; next; next = pages.at(-1)!.next) pages.push(await getPage(next));
    const listed = pages.flatMap(({ deliveries }) => deliveries);
    const sizes = pages.map(({ deliveries }) => deliveries.length);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(
      [...before.map(({ id }) => id), ...insertedIds].toSorted(),
    );
    expect(listed.map(({ failedAt }) => failedAt)).toEqual(
      listed.map(({ failedAt }) => failedAt).toSorted((a, b) => b!.localeCompare(a!)),
    );
    expect(sizes.slice(0, -1).every((size) => size === 2)).toBe(true);
  });
});
