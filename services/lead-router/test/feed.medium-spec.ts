import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getFeedHeads, getSoldLead, readFeed, setDailyLimit, setService } from '@desk/contracts';
import { OutboxRelay, Transactions } from '@desk/outbox';
import { createDataSource, createLogger } from '@desk/service-kit';
import { eventually } from '@desk/testing';
import { database } from '../src/database/database.js';
import { FeedSweeper } from '../src/feed/feed.sweeper.js';
import { someLead } from './lead-router.harness.js';
import { startWorld, type World } from './lead-router.world.js';

let world: World;
const hints: string[] = [];

beforeAll(async () => {
  world = await startWorld();
  await world.broadcast.subscribe('feed', (id) => hints.push(id));
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

const read = (buyerId: string, after: number | null, limit = 100) =>
  world.client.send(readFeed, { buyerId, after, limit });
const headOf = async (buyerId: string) => (await read(buyerId, null)).head;
const kindsAfter = async (buyerId: string, after: number) =>
  (await read(buyerId, after)).events.map(({ kind }) => kind);

describe('the feed', () => {
  test('of somebody unknown is empty', async () => {
    await expect(read(randomUUID(), 0)).resolves.toEqual({ events: [], head: 0, complete: true });
  });

  test('tells of a sold lead with the commit of the sale, and hurries the listeners', async () => {
    const buyerId = await world.addBuyer();
    const head = await headOf(buyerId);
    hints.length = 0;
    const offer = await world.sell();
    const page = await read(buyerId, head);
    expect(page).toMatchObject({
      head: head + 1,
      complete: true,
      events: [{ seq: head + 1, kind: 'lead-sold', leadId: offer.lead_id }],
    });
    await eventually(() => hints.includes(buyerId));
  });

  test('has no gap and no double, however many things happen to one buyer at once', async () => {
    const buyerId = await world.addBuyer({ limit: 1_000 });
    const leads = await Promise.all(Array.from({ length: 20 }, () => world.post(someLead())));
    const offers = await Promise.all(leads.map(({ leadId }) => world.offerOf(leadId)));
    const head = await headOf(buyerId);
    await Promise.all([
      ...offers.slice(0, 10).flatMap((offer) => [world.charge(offer), world.charge(offer)]),
      ...offers.slice(10).map((offer) => world.decline(offer, false)),
      ...Array.from({ length: 5 }, (_, index) =>
        world.client.send(setDailyLimit, { buyerId, dailyLeadLimit: 900 + index }),
      ),
    ]);
    await world.settled();
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
    const [kept] = await world.query<{ count: number }>(
      'SELECT count(*)::int FROM sold_leads WHERE buyer_id = $1',
      [buyerId],
    );
    expect(kept).toEqual({ count: 10 });
  });

  test('a reader who reads all the time sees every number once and in order', async () => {
    const buyerId = await world.addBuyer({ limit: 1_000 });
    const offers = await Promise.all(
      Array.from({ length: 15 }, async () => world.offerOf((await world.post(someLead())).leadId)),
    );
    let after = await headOf(buyerId);
    const goal = after + offers.length;
    const seen: number[] = [];
    const reading = eventually(async () => {
      const { events, complete } = await read(buyerId, after, 3);
      expect(complete).toBe(true);
      seen.push(...events.map(({ seq }) => seq));
      after = seen.at(-1) ?? after;
      return after === goal;
    });
    await Promise.all([reading, ...offers.map((offer) => world.charge(offer))]);
    expect(seen).toEqual(
      Array.from({ length: offers.length }, (_, index) => goal - offers.length + 1 + index),
    );
  });

  test('tells of every change of the standing, and of the declined buyer’s alone', async () => {
    const failing = await world.addBuyer();
    await world.client.send(setService, { buyerId: failing, serviceEnabled: false });
    await world.client.send(setService, { buyerId: failing, serviceEnabled: true });
    const before = await headOf(failing);
    const next = await world.addBuyer();
    const nextHead = await headOf(next);
    const { leadId } = await world.post(someLead());
    const offer = await world.offerOf(leadId);
    expect(offer.buyer_id).toBe(failing);
    await world.decline(offer);
    await eventually(async () => (await world.offerOf(leadId)).buyer_id === next);
    await expect(read(failing, before)).resolves.toMatchObject({
      events: [{ kind: 'eligibility-changed', leadId: null }],
      head: before + 1,
    });
    await expect(headOf(next)).resolves.toBe(nextHead);

    await world.giveCard(failing, 2);
    await eventually(async () => (await headOf(failing)) === before + 2);
    await world.giveCard(failing, 1);
    await world.settled();
    await expect(headOf(failing)).resolves.toBe(before + 2);
  });

  test('tells of the midnight that reopens', async () => {
    const ids = [await world.addBuyer({ limit: 1 }), await world.addBuyer({ limit: 1 })];
    for (let lead = 0; lead < ids.length; lead += 1)
      await world.offerOf((await world.post(someLead())).leadId);
    await world.settled();
    const heads = await Promise.all(ids.map(headOf));
    await world.query(
      "UPDATE buyers SET units_day = units_day - 1, reopens_at = now() - interval '1 second'",
    );
    await eventually(async () => (await world.query('SELECT 1 FROM buyers WHERE is_open')).length === 2);
    await expect(Promise.all(ids.map((id, index) => kindsAfter(id, heads[index]!)))).resolves.toEqual([
      ['eligibility-changed'],
      ['eligibility-changed'],
    ]);
  });

  test('answers the heads of many buyers at once', async () => {
    const [one, two] = [await world.addBuyer(), await world.addBuyer()];
    await world.client.send(setService, { buyerId: two, serviceEnabled: false });
    const { heads } = await world.client.send(getFeedHeads, { buyerIds: [one, two, randomUUID()] });
    const byBuyer = new Map(heads.map(({ buyerId, head }) => [buyerId, head]));
    expect(heads).toHaveLength(2);
    expect(byBuyer.get(one)).toBe(await headOf(one));
    expect(byBuyer.get(two)).toBe(byBuyer.get(one)! + 1);
  });
});

describe('a delivery', () => {
  test('is told of once, and the earliest time counts, in whatever order the channels come', async () => {
    const buyerId = await world.addBuyer();
    const offer = await world.sell();
    const head = await headOf(buyerId);
    const [early, late] = [new Date('2026-03-01T10:00:00.100Z'), new Date('2026-03-01T10:00:02.000Z')];
    const deliveredAt = async () =>
      (await world.client.send(getSoldLead, { buyerId, leadId: offer.lead_id })).deliveredAt;
    await world.tellDelivered(offer, late);
    await eventually(async () => (await deliveredAt()) === late.toISOString());
    await world.tellDelivered(offer, early, 'sms');
    await eventually(async () => (await deliveredAt()) === early.toISOString());
    await world.tellDelivered(offer, late, 'sms');
    await world.settled();
    await expect(deliveredAt()).resolves.toBe(early.toISOString());
    await expect(read(buyerId, head)).resolves.toMatchObject({
      head: head + 1,
      events: [{ kind: 'lead-delivered', leadId: offer.lead_id }],
    });
  });

  test('that overtakes the sale waits for it', async () => {
    await world.addBuyer();
    const { leadId } = await world.post(someLead());
    const offer = await world.offerOf(leadId);
    await world.tellDelivered(offer, new Date());
    await eventually(async () => (await world.putOff()) > 0);
    await world.charge(offer);
    await eventually(async () => {
      const [row] = await world.query<{ delivered_at: Date | null }>(
        'SELECT delivered_at FROM sold_leads WHERE lead_id = $1',
        [leadId],
      );
      return row?.delivered_at instanceof Date;
    });
  });

  test('of a lead that an older copy sold puts it on the list', async () => {
    const buyerId = await world.addBuyer();
    const offer = await world.sell();
    await world.query('DELETE FROM sold_leads');
    await world.tellDelivered(offer, new Date());
    await eventually(() => world.client.send(getSoldLead, { buyerId, leadId: offer.lead_id }));
  });
});

describe('what is old', () => {
  test('is swept, and a reader who needs it is told to look afresh', async () => {
    const buyerId = await world.addBuyer();
    for (const serviceEnabled of [false, true, false])
      await world.client.send(setService, { buyerId, serviceEnabled });
    const head = await headOf(buyerId);
    await world.query("UPDATE buyer_feed SET at = now() - interval '8 days' WHERE seq <= $1", [head - 1]);

    const dataSource = await createDataSource({
      ...database,
      url: world.databaseUrl,
      poolSize: 2,
    }).initialize();
    const relay = new OutboxRelay(dataSource, world.redis, world.publisher, (error) => {
      throw error;
    });
    const sweeper = new FeedSweeper(
      new Transactions(dataSource, world.sealer, relay),
      createLogger('test', 'silent'),
    );
    await Promise.all([sweeper.sweep(), sweeper.sweep()]);
    await dataSource.destroy();

    await expect(world.query('SELECT seq FROM buyer_feed')).resolves.toEqual([{ seq: head }]);
    await expect(read(buyerId, head - 2)).resolves.toEqual({ events: [], head, complete: false });
    await expect(read(buyerId, head - 1)).resolves.toMatchObject({ events: [{ seq: head }], complete: true });
    await expect(read(buyerId, head)).resolves.toEqual({ events: [], head, complete: true });
    await expect(read(buyerId, 99_999_999_999)).resolves.toEqual({ events: [], head, complete: false });
    await world.client.send(setService, { buyerId, serviceEnabled: true });
    await expect(headOf(buyerId)).resolves.toBe(head + 1);
  });
});
