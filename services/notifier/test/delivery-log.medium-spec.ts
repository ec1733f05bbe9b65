import { randomUUID } from 'node:crypto';
import {
  getAttentionOfNotifier,
  listDeliveries,
  listDeliveriesOfLead,
  listDeliveryAttempts,
  type RequestOf,
} from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIST_CHANNELS } from '../src/channels/optional-channel.repository.js';
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
              CASE $4::text WHEN 'failed' THEN $5::timestamptz END, CASE $4::text WHEN 'failed' THEN 'ADDRESS_REFUSED' END
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
        id: first.id,
        leadId,
        buyerId: first.buyerId,
        channel: 'email',
        status: 'failed',
        attempts: 3,
        address: `${first.buyerId}@agency.example`,
        queuedAt: '2026-01-05T14:30:00.123Z',
        sentAt: null,
        nextAttemptAt: null,
        failedAt: '2026-01-05T14:30:00.123Z',
        lastErrorCode: 'ADDRESS_REFUSED',
        confirmedAt: null,
      },
      {
        id: second.id,
        leadId,
        buyerId: second.buyerId,
        channel: 'email',
        status: 'queued',
        attempts: 3,
        address: `${second.buyerId}@agency.example`,
        queuedAt: '2026-01-05T14:31:00.000Z',
        nextAttemptAt: expect.any(String),
        sentAt: null,
        failedAt: null,
        lastErrorCode: null,
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

  it('filters the log and pages through it newest first', async () => {
    const buyerId = randomUUID();
    const insertedIds: string[] = [];
    for (const micros of ['000001', '000002', '123000', '123499'])
      insertedIds.push((await insertDelivery('failed', { at: `2026-02-06T14:30:00.${micros}Z` })).id);
    const own = await insertDelivery('sent', { buyerId, at: '2026-02-06T14:31:00Z' });
    const filter = { buyerId: null, channel: null, status: null, limit: 2 };
    const list = (overrides: Partial<RequestOf<typeof listDeliveries>>) =>
      notifier.commands.send(listDeliveries, { ...filter, after: null, ...overrides });

    const ids = ({ deliveries }: Awaited<ReturnType<typeof list>>) => deliveries.map(({ id }) => id);
    expect(ids(await list({ buyerId }))).toEqual([own.id]);
    expect(ids(await list({ buyerId, channel: 'email', status: 'sent' }))).toEqual([own.id]);
    expect(ids(await list({ buyerId, status: 'failed' }))).toEqual([]);
    expect(ids(await list({ buyerId, channel: 'sms' }))).toEqual([]);
    const pages = [await list({ status: 'failed' })];
    for (let next = pages[0]!.next; next; next = pages.at(-1)!.next)
      pages.push(await list({ status: 'failed', after: next }));
    const listed = pages.flatMap(ids);
    expect(listed).toEqual(expect.arrayContaining(insertedIds));
    expect(new Set(listed).size).toBe(listed.length);
    const times = pages.flatMap(({ deliveries }) => deliveries.map(({ queuedAt }) => queuedAt));
    expect(times).toEqual(times.toSorted((a, b) => b.localeCompare(a)));
  });

  it('counts failed deliveries that can be sent again', async () => {
    const { dataSource, commands } = notifier;
    const count = async () => (await commands.send(getAttentionOfNotifier, {})).deliveries;
    const before = await count();
    for (const status of ['sent', 'queued', 'failed'] as const) await insertDelivery(status);
    const removed = await insertDelivery('failed');
    await dataSource.query('UPDATE deliveries SET content_removed_at = now() WHERE id = $1', [removed.id]);
    const undeliverable = await insertDelivery('failed');
    await dataSource.query(
      'INSERT INTO undeliverable_leads (offer_id, lead_id, buyer_id) VALUES ($1, $2, $3)',
      [undeliverable.id, undeliverable.leadId, undeliverable.buyerId],
    );
    const refunded = await insertDelivery('failed');
    await dataSource.query('INSERT INTO lead_refunds (refund_id, lead_id) VALUES ($1, $2)', [
      refunded.id,
      refunded.leadId,
    ]);
    expect(await count()).toBe(before + 1);
    await dataSource.query('UPDATE lead_refunds SET failed_at = now() WHERE refund_id = $1', [refunded.id]);
    expect(await count()).toBe(before + 2);
  });

  it('reads a page of each view through an index, not by sorting everything', async () => {
    const plans: string[] = [];
    await notifier.dataSource.transaction(async (manager) => {
      // The table of a test is too small for an index to pay off.
      await manager.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off');
      const order = 'ORDER BY queued_at::timestamptz(3) DESC, id DESC LIMIT 50';
      for (const where of [
        'true',
        "kind = 'sms'",
        "status = 'failed'",
        `buyer_id = '${randomUUID()}'`,
        `buyer_id = '${randomUUID()}' AND status = 'failed'`,
      ]) {
        const rows: { 'QUERY PLAN': string }[] = await manager.query(
          `EXPLAIN SELECT * FROM deliveries WHERE ${where} ${order}`,
        );
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
    });
    for (const plan of plans) {
      expect(plan).toMatch(/Index Scan using deliveries_log/);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });

  it('finds the last delivery of a channel through an index', async () => {
    const plan = await notifier.dataSource.transaction(async (manager) => {
      await manager.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off');
      const rows: { 'QUERY PLAN': string }[] = await manager.query(
        `EXPLAIN ${LIST_CHANNELS.replaceAll('$1', `'${randomUUID()}'`)}`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Scan using deliveries_of_channel on deliveries d/);
  });

  it('lists the attempts of a delivery to its buyer and to admins', async () => {
    const { id, buyerId } = await insertDelivery('failed');
    await notifier.dataSource.query(
      `INSERT INTO delivery_attempts (delivery_id, attempt, started_at, duration_ms, result, reason, provider_code)
       VALUES ($1, 2, '2026-01-05T14:30:01Z', 20, 'permanent', 'ADDRESS_REFUSED', '550'),
              ($1, 1, '2026-01-05T14:30:00Z', 10, 'temporary', 'TEMPORARY_ERROR', '451')`,
      [id],
    );
    const list = (owner: string | null) =>
      notifier.commands.send(listDeliveryAttempts, { deliveryId: id, buyerId: owner });
    const { attempts } = await list(null);
    expect(attempts).toEqual([
      {
        attempt: 1,
        startedAt: '2026-01-05T14:30:00.000Z',
        durationMs: 10,
        result: 'temporary',
        reason: 'TEMPORARY_ERROR',
        providerCode: '451',
      },
      {
        attempt: 2,
        startedAt: '2026-01-05T14:30:01.000Z',
        durationMs: 20,
        result: 'permanent',
        reason: 'ADDRESS_REFUSED',
        providerCode: '550',
      },
    ]);
    expect(await list(buyerId)).toEqual({ attempts });
    await expect(list(randomUUID())).rejects.toMatchObject({ code: 'DELIVERY_NOT_FOUND' });
    const { id: untried } = await insertDelivery('queued');
    expect(
      await notifier.commands.send(listDeliveryAttempts, { deliveryId: untried, buyerId: null }),
    ).toEqual({ attempts: [] });
  });
});
