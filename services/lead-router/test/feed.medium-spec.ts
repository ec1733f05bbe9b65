import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getFeedHeads, getSoldLead, readFeed, setDailyLimit, setService } from '@desk/contracts';
import { OutboxRelay, Transactions } from '@desk/outbox';
import { createLogger, PeriodicTasks } from '@desk/service-kit';
import { eventually } from '@desk/testing';
import { Registry } from 'prom-client';
import { FeedCleanup } from '../src/feed/feed-cleanup.js';
import { newLead } from './lead-router.harness.js';
import { byBuyer, type Offer, startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;
const notifiedIds: string[] = [];

beforeAll(async () => {
  fixture = await startFixture();
  await fixture.broadcast.subscribe('feed', (id) => notifiedIds.push(id));
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const read = (buyerId: string, after: number | null, limit = 100) =>
  fixture.client.send(readFeed, { buyerId, after, limit });
const headOf = async (buyerId: string) => (await read(buyerId, null)).head;
const kindsAfter = async (buyerId: string, after: number) =>
  (await read(buyerId, after)).events.map(({ kind }) => kind);

describe('the feed', () => {
  test('of an unknown buyer is empty', async () => {
    await expect(read(randomUUID(), 0)).resolves.toEqual({ events: [], head: 0, complete: true });
  });

  test('contains a sold lead as soon as the sale is committed, and notifies listeners', async () => {
    const buyerId = await fixture.addBuyer();
    const head = await headOf(buyerId);
    notifiedIds.length = 0;
    const offer = await fixture.sell();
    const page = await read(buyerId, head);
    expect(page).toMatchObject({
      head: head + 1,
      complete: true,
      events: [{ seq: head + 1, kind: 'lead-sold', leadId: offer.lead_id }],
    });
    await eventually(() => notifiedIds.includes(buyerId));
  });

  test('has neither gaps nor duplicates when many events of one buyer happen at once', async () => {
    const buyerId = await fixture.addBuyer({ limit: 1_000 });
    const leads = await Promise.all(Array.from({ length: 20 }, () => fixture.post(newLead())));
    const offers = await Promise.all(leads.map(({ leadId }) => fixture.waitForOffer(leadId)));
    const head = await headOf(buyerId);
    await Promise.all([
      ...offers.slice(0, 10).flatMap((offer) => [fixture.charge(offer), fixture.charge(offer)]),
      ...offers.slice(10).map((offer) => fixture.decline(offer, false)),
      // One after another: a change that a later one overtakes is refused.
      (async () => {
        for (const dailyLeadLimit of [900, 901, 902, 903, 904])
          await fixture.client.send(setDailyLimit, { ...byBuyer(buyerId), dailyLeadLimit });
      })(),
    ]);
    await fixture.drain();
    const { events, head: end } = await read(buyerId, head);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, index) => head + 1 + index));
    expect(end).toBe(head + 25);
    expect(
      events
        .filter(({ kind }) => kind === 'lead-sold')
        .map(({ leadId }) => leadId)
        .toSorted(),
    ).toEqual(
      offers
        .slice(0, 10)
        .map((offer) => offer.lead_id)
        .toSorted(),
    );
    const [listed] = await fixture.query<{ count: number }>(
      'SELECT count(*)::int FROM sold_leads WHERE buyer_id = $1',
      [buyerId],
    );
    expect(listed).toEqual({ count: 10 });
  });

  test('gives a continuous reader every event once and in order', async () => {
    const buyerId = await fixture.addBuyer({ limit: 1_000 });
    const offers = await Promise.all(
      Array.from({ length: 15 }, async () => fixture.waitForOffer((await fixture.post(newLead())).leadId)),
    );
    let after = await headOf(buyerId);
    const end = after + offers.length;
    const seen: number[] = [];
    const reading = eventually(async () => {
      const { events, complete } = await read(buyerId, after, 3);
      expect(complete).toBe(true);
      seen.push(...events.map(({ seq }) => seq));
      after = seen.at(-1) ?? after;
      return after === end;
    });
    await Promise.all([reading, ...offers.map((offer) => fixture.charge(offer))]);
    expect(seen).toEqual(
      Array.from({ length: offers.length }, (_, index) => end - offers.length + 1 + index),
    );
  });

  test('contains every change of eligibility, and a decline only for the declined buyer', async () => {
    const failing = await fixture.addBuyer();
    await fixture.client.send(setService, { ...byBuyer(failing), serviceEnabled: false });
    await fixture.client.send(setService, { ...byBuyer(failing), serviceEnabled: true });
    const before = await headOf(failing);
    const next = await fixture.addBuyer();
    const nextHead = await headOf(next);
    const { leadId } = await fixture.post(newLead());
    const offer = await fixture.waitForOffer(leadId);
    expect(offer.buyer_id).toBe(failing);
    await fixture.decline(offer);
    await eventually(async () => (await fixture.waitForOffer(leadId)).buyer_id === next);
    await expect(read(failing, before)).resolves.toMatchObject({
      events: [{ kind: 'eligibility-changed', leadId: null }],
      head: before + 1,
    });
    await expect(headOf(next)).resolves.toBe(nextHead);

    await fixture.saveCard(failing, 2);
    await eventually(async () => (await headOf(failing)) === before + 2);
    await fixture.saveCard(failing, 1);
    await fixture.drain();
    await expect(headOf(failing)).resolves.toBe(before + 2);
  });

  test('contains the new day of a buyer who had reached the limit', async () => {
    const ids = [await fixture.addBuyer({ limit: 1 }), await fixture.addBuyer({ limit: 1 })];
    for (let lead = 0; lead < ids.length; lead += 1)
      await fixture.waitForOffer((await fixture.post(newLead())).leadId);
    await fixture.drain();
    const heads = await Promise.all(ids.map(headOf));
    await fixture.setStored(
      "UPDATE buyers SET slots_day = slots_day - 1, recheck_at = now() - interval '1 second'",
    );
    await eventually(
      async () => (await fixture.query('SELECT 1 FROM buyers WHERE is_eligible')).length === 2,
    );
    await expect(Promise.all(ids.map((id, index) => kindsAfter(id, heads[index]!)))).resolves.toEqual([
      ['eligibility-changed'],
      ['eligibility-changed'],
    ]);
  });

  test('returns the heads of many buyers at once', async () => {
    const [one, two] = [await fixture.addBuyer(), await fixture.addBuyer()];
    await fixture.client.send(setService, { ...byBuyer(two), serviceEnabled: false });
    const { heads } = await fixture.client.send(getFeedHeads, { buyerIds: [one, two, randomUUID()] });
    const headsById = new Map(heads.map(({ buyerId, head }) => [buyerId, head]));
    expect(heads).toHaveLength(2);
    expect(headsById.get(one)).toBe(await headOf(one));
    expect(headsById.get(two)).toBe(headsById.get(one)! + 1);
  });
});

describe('a delivery report', () => {
  test('produces one event and keeps the earliest time, in any order of the channels', async () => {
    const buyerId = await fixture.addBuyer();
    const offer = await fixture.sell();
    const head = await headOf(buyerId);
    const [early, late] = [new Date('2026-03-01T10:00:00.100Z'), new Date('2026-03-01T10:00:02.000Z')];
    const deliveredAt = async () =>
      (await fixture.client.send(getSoldLead, { buyerId, leadId: offer.lead_id })).deliveredAt;
    await fixture.reportDelivered(offer, late);
    await eventually(async () => (await deliveredAt()) === late.toISOString());
    await fixture.reportDelivered(offer, early, 'sms');
    await eventually(async () => (await deliveredAt()) === early.toISOString());
    await fixture.reportDelivered(offer, late, 'sms');
    await fixture.drain();
    await expect(deliveredAt()).resolves.toBe(early.toISOString());
    await expect(read(buyerId, head)).resolves.toMatchObject({
      head: head + 1,
      events: [{ kind: 'lead-delivered', leadId: offer.lead_id }],
    });
  });

  test('that overtakes the sale is retried until the sale is committed', async () => {
    await fixture.addBuyer();
    const { leadId } = await fixture.post(newLead());
    const offer = await fixture.waitForOffer(leadId);
    await fixture.reportDelivered(offer, new Date());
    await eventually(async () => (await fixture.countDelayedEvents()) > 0);
    await fixture.charge(offer);
    await eventually(async () => {
      const [row] = await fixture.query<{ delivered_at: Date | null }>(
        'SELECT delivered_at FROM sold_leads WHERE lead_id = $1',
        [leadId],
      );
      return row?.delivered_at instanceof Date;
    });
  });
});

describe('delivery reports that arrive together', () => {
  const listDelivered = async (): Promise<string[]> => {
    const rows = await fixture.query<{ lead_id: string }>(
      'SELECT lead_id FROM sold_leads WHERE delivered_at IS NOT NULL ORDER BY lead_id',
    );
    return rows.map(({ lead_id: leadId }) => leadId);
  };
  const listEventsAfter = async (buyerId: string, after: number) => {
    const { events } = await read(buyerId, after);
    return events.map(({ kind, leadId }) => `${kind} ${leadId ?? ''}`).toSorted();
  };
  const toEvents = (offers: readonly Offer[]) =>
    offers.map((offer) => `lead-delivered ${offer.lead_id}`).toSorted();
  const countTransactionsOf = async (messageIds: readonly string[]) => {
    const [row] = await fixture.query<{ count: number }>(
      'SELECT count(DISTINCT xmin::text)::int AS count FROM inbox WHERE message_id = ANY ($1)',
      [messageIds],
    );
    return row?.count;
  };

  test('are recorded in one transaction, and two channels of a lead as one event with the earlier time', async () => {
    const buyerId = await fixture.addBuyer();
    const [offer, other] = [await fixture.sell(), await fixture.sell()];
    const head = await headOf(buyerId);
    const [early, late] = [new Date('2026-03-01T10:00:00.100Z'), new Date('2026-03-01T10:00:02.000Z')];
    const messageIds = await fixture.reportDeliveredTogether([
      { offer, deliveredAt: late },
      { offer: other, deliveredAt: late },
      { offer, deliveredAt: early, channel: 'sms' },
    ]);
    await fixture.drain();
    expect(await countTransactionsOf(messageIds)).toBe(1);
    expect(await listEventsAfter(buyerId, head)).toEqual(toEvents([offer, other]));
    const stored = await fixture.query('SELECT lead_id, delivered_at FROM sold_leads');
    expect(stored).toHaveLength(2);
    expect(stored).toContainEqual({ lead_id: offer.lead_id, delivered_at: early });
    expect(stored).toContainEqual({ lead_id: other.lead_id, delivered_at: late });
  });

  test('do not wait for one that overtakes its sale', async () => {
    const buyerId = await fixture.addBuyer();
    const sold = [await fixture.sell(), await fixture.sell()];
    const unsold = await fixture.waitForOffer((await fixture.post(newLead())).leadId);
    const head = await headOf(buyerId);
    const offers = [unsold, ...sold];
    await fixture.reportDeliveredTogether(offers.map((offer) => ({ offer })));
    await eventually(async () => (await fixture.countDelayedEvents()) > 0);
    expect(await listDelivered()).toEqual(sold.map((offer) => offer.lead_id).toSorted());
    expect(await listEventsAfter(buyerId, head)).toEqual(toEvents(sold));
    await fixture.charge(unsold);
    await fixture.drain();
    expect(await listDelivered()).toEqual(offers.map((offer) => offer.lead_id).toSorted());
    expect(await listEventsAfter(buyerId, head)).toEqual(
      [...toEvents(offers), `lead-sold ${unsold.lead_id}`].toSorted(),
    );
  });

  test('are recorded once, whether a message was handled before or comes twice among them', async () => {
    const buyerId = await fixture.addBuyer();
    const [first, second, third] = [await fixture.sell(), await fixture.sell(), await fixture.sell()];
    const head = await headOf(buyerId);
    const earlier = { offer: first, key: randomUUID() };
    const twice = { offer: third, key: randomUUID() };
    await fixture.reportDeliveredTogether([earlier]);
    await fixture.drain();
    await fixture.reportDeliveredTogether([{ offer: second }, earlier, twice, twice]);
    await fixture.drain();
    expect(await listEventsAfter(buyerId, head)).toEqual(toEvents([first, second, third]));
  });
});

describe('old events', () => {
  test('are deleted, and readers who need them get an incomplete page', async () => {
    const buyerId = await fixture.addBuyer();
    for (const serviceEnabled of [false, true, false])
      await fixture.client.send(setService, { ...byBuyer(buyerId), serviceEnabled });
    const head = await headOf(buyerId);
    await fixture.query("UPDATE buyer_feed SET at = now() - interval '8 days' WHERE seq <= $1", [head - 1]);

    const dataSource = await fixture.openDataSource();
    const { redis, publisher, sealer } = fixture;
    const relay = new OutboxRelay(dataSource, redis, publisher, sealer, (error) => {
      throw error;
    });
    const transactions = new Transactions(dataSource, sealer, relay);
    const tasks = new PeriodicTasks(createLogger('test', 'silent'), new Registry());
    const cleanup = new FeedCleanup(tasks, transactions);
    await Promise.all([cleanup.deleteOld(), cleanup.deleteOld()]);

    await expect(fixture.query('SELECT seq FROM buyer_feed')).resolves.toEqual([{ seq: head }]);
    await expect(read(buyerId, head - 2)).resolves.toEqual({ events: [], head, complete: false });
    await expect(read(buyerId, head - 1)).resolves.toMatchObject({ events: [{ seq: head }], complete: true });
    await expect(read(buyerId, head)).resolves.toEqual({ events: [], head, complete: true });
    await expect(read(buyerId, 99_999_999_999)).resolves.toEqual({ events: [], head, complete: false });
    await fixture.client.send(setService, { ...byBuyer(buyerId), serviceEnabled: true });
    await expect(headOf(buyerId)).resolves.toBe(head + 1);
  });
});
