import { randomUUID } from 'node:crypto';
import { listDeliveriesOfLead, listFailedDeliveries, type RequestOf } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotifierHarness } from './notifier.harness.js';

describe('the log of deliveries', () => {
  const desk = new NotifierHarness();

  beforeAll(() => desk.start());
  afterAll(() => desk.stop());

  /** One that has its outcome, or waits for its next attempt in an hour. */
  const insert = async (
    status: 'sent' | 'failed' | 'queued',
    { leadId = randomUUID(), buyerId = randomUUID(), at = '2026-01-05T14:30:00.123456Z' } = {},
  ) => {
    const id = randomUUID();
    await desk.dataSource.query(
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

  it('of a lead has every delivery, oldest first, or those to one buyer', async () => {
    const leadId = randomUUID();
    const second = await insert('queued', { leadId, at: '2026-01-05T14:31:00Z' });
    const first = await insert('failed', { leadId });
    await insert('sent');
    const { deliveries } = await desk.client.send(listDeliveriesOfLead, { leadId, buyerId: null });
    expect(deliveries).toEqual([
      {
        ...{ id: first.id, leadId, buyerId: first.buyerId, channel: 'email', status: 'failed', attempts: 3 },
        ...{ address: `${first.buyerId}@agency.example`, queuedAt: '2026-01-05T14:30:00.123Z', sentAt: null },
        ...{ nextAttemptAt: null, failedAt: '2026-01-05T14:30:00.123Z', lastErrorCode: 'ADDRESS_REFUSED' },
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
      },
    ]);
    const { buyerId } = second;
    const own = await desk.client.send(listDeliveriesOfLead, { leadId, buyerId });
    expect(own.deliveries.map(({ id }) => id)).toEqual([second.id]);
    expect(await desk.client.send(listDeliveriesOfLead, { leadId: randomUUID(), buyerId })).toEqual({
      deliveries: [],
    });
  });

  it('shows those that failed page by page, the newest first, also within one millisecond', async () => {
    const { deliveries: before } = await desk.client.send(listFailedDeliveries, { after: null, limit: 200 });
    const added: string[] = [];
    for (const micros of ['000001', '123000', '123001', '123499', '123002', '200000', '200400'])
      added.push((await insert('failed', { at: `2026-01-06T14:30:00.${micros}Z` })).id);
    await insert('sent', { at: '2026-01-07T14:30:00Z' });
    await insert('queued', { at: '2026-01-07T14:30:00Z' });

    const ask = (after: RequestOf<typeof listFailedDeliveries>['after']) =>
      desk.client.send(listFailedDeliveries, { after, limit: 2 });
    const pages = [await ask(null)];
    for (let next = pages[0]!.next; next; next = pages.at(-1)!.next) pages.push(await ask(next));
    const seen = pages.flatMap(({ deliveries }) => deliveries);
    const sizes = pages.map(({ deliveries }) => deliveries.length);
    expect(seen.map(({ id }) => id).toSorted()).toEqual([...before.map(({ id }) => id), ...added].toSorted());
    expect(seen.map(({ failedAt }) => failedAt)).toEqual(
      seen.map(({ failedAt }) => failedAt).toSorted((a, b) => b!.localeCompare(a!)),
    );
    expect(sizes.slice(0, -1).every((size) => size === 2)).toBe(true);
  });
});
