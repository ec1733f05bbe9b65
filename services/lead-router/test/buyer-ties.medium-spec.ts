import { randomUUID } from 'node:crypto';
import {
  accountTiesFound,
  getEligibility,
  leadDeferred,
  leadRefunded,
  readFeed,
  setService,
  userRegistered,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { byBuyer, type Fixture, type Offer, startFixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const idsOf = ({ id: offerId, lead_id: leadId, buyer_id: buyerId }: Offer) => ({ offerId, leadId, buyerId });
const digestOf = (digit: number): string => String(digit).repeat(64);
const addTie = (userId: string, kind: 'phone' | 'domain', digit: number) =>
  fixture.deliver(accountTiesFound, { userId, ties: [{ kind, digest: digestOf(digit) }] }, randomUUID());
const eligibilityOf = (buyerId: string) => fixture.client.send(getEligibility, { buyerId });
const areStopped = (buyerIds: readonly string[]): Promise<boolean[]> =>
  Promise.all(buyerIds.map(async (id) => (await eligibilityOf(id)).hasTooManyUndelivered === true));
const headOf = async (buyerId: string) =>
  (await fixture.client.send(readFeed, { buyerId, after: null, limit: 1 })).head;
const listKinds = async (buyerId: string, after: number) =>
  (await fixture.client.send(readFeed, { buyerId, after, limit: 100 })).events
    .map(({ kind }) => kind)
    .toSorted();
const defer = (offer: Offer) => fixture.deliver(leadDeferred, idsOf(offer), randomUUID());
const expectBuyer = (offer: Offer, buyerId: string) => expect(offer.buyer_id).toBe(buyerId);

/** Each gets a lead in turn, because the buyer who has waited longest is next. */
async function addBuyers(count: number): Promise<string[]> {
  const buyerIds: string[] = [];
  for (let added = 0; added < count; added += 1) buyerIds.push(await fixture.addBuyer());
  return buyerIds;
}

const tieByPhone = (ids: readonly string[]) => Promise.all(ids.map((id) => addTie(id, 'phone', 1)));
const ways: readonly (readonly [name: string, tie: (buyerIds: readonly string[]) => Promise<unknown>])[] = [
  ['card', (ids) => Promise.all(ids.map((id) => fixture.saveCard(id, 2, true, 'fingerprint')))],
  ['phone number', tieByPhone],
  ['mail server', (ids) => Promise.all(ids.map((id) => addTie(id, 'domain', 1)))],
  [
    'phone number and a card, over a third account',
    async ([first = '', second = '', third = '']) => {
      await addTie(first, 'phone', 1);
      await addTie(third, 'phone', 1);
      await fixture.saveCard(third, 2, true, 'fingerprint');
      await fixture.saveCard(second, 2, true, 'fingerprint');
    },
  ],
];

describe('accounts with the same', () => {
  test.each(ways)('%s get no more leads while one lead of one of them is undelivered', async (_name, tie) => {
    const buyerIds = await addBuyers(3);
    const stranger = await fixture.addBuyer();
    await tie(buyerIds);
    await fixture.drain();
    const offer = await fixture.sell();
    expectBuyer(offer, buyerIds[0] ?? '');
    await defer(offer);
    await eventually(async () => expect(await areStopped(buyerIds)).toEqual([true, true, true]));
    expect(await areStopped([stranger])).toEqual([false]);
    expectBuyer(await fixture.sell(), stranger);
    expectBuyer(await fixture.sell(), stranger);
    await fixture.reportDelivered(offer, new Date());
    await eventually(async () => expect(await areStopped(buyerIds)).toEqual([false, false, false]));
  });

  test.each(ways)('%s are stopped if they are tied later', async (_name, tie) => {
    const buyerIds = await addBuyers(3);
    await defer(await fixture.sell());
    await eventually(async () => expect(await areStopped(buyerIds)).toEqual([true, false, false]));
    await tie(buyerIds);
    await eventually(async () => expect(await areStopped(buyerIds)).toEqual([true, true, true]));
  });

  test.each<[string, (offers: readonly Offer[]) => Promise<unknown>]>([
    ['together', (offers) => fixture.reportDeliveredTogether(offers.map((offer) => ({ offer })))],
    [
      'one by one',
      async (offers) => {
        for (const offer of offers) await fixture.reportDelivered(offer, new Date());
      },
    ],
  ])(
    'phone number get leads again, and so does a stranger, once their leads are delivered %s',
    async (_how, report) => {
      const buyerIds = await addBuyers(3);
      const offers = [await fixture.sell(), await fixture.sell(), await fixture.sell()];
      await tieByPhone(buyerIds.slice(0, 2));
      for (const offer of offers) await defer(offer);
      await fixture.drain();
      expect(await areStopped(buyerIds)).toEqual([true, true, true]);
      const heads = await Promise.all(buyerIds.map(headOf));
      await report(offers);
      await fixture.drain();
      expect(await areStopped(buyerIds)).toEqual([false, false, false]);
      expect(await fixture.query('SELECT 1 FROM buyers WHERE undelivered_leads > 0')).toEqual([]);
      const events = await Promise.all(buyerIds.map((id, index) => listKinds(id, heads[index] ?? 0)));
      const both = ['eligibility-changed', 'lead-delivered'];
      expect(events).toEqual([both, both, both]);
    },
  );

  test('phone number are stopped together if the ties of an account arrive before its registration', async () => {
    const [first = ''] = await addBuyers(1);
    const later = randomUUID();
    for (const id of [first, later]) await addTie(id, 'phone', 1);
    await defer(await fixture.sell());
    await eventually(async () => expect(await areStopped([first])).toEqual([true]));
    await fixture.deliver(userRegistered, {
      userId: later,
      isAdmin: false,
      email: 'later@example.com',
      firstName: 'Ada',
      lastName: 'Agent',
      timeZone: 'UTC',
      serviceEnabled: true,
      dailyLeadLimit: 25,
      confirmBy: '2026-01-08T14:30:00.000Z',
    });
    await fixture.saveCard(later, 1);
    await eventually(async () => expect(await areStopped([later])).toEqual([true]));
  });

  test('card stay tied after one of them gets another card', async () => {
    const buyerIds = await addBuyers(2);
    for (const id of buyerIds) await fixture.saveCard(id, 2, true, 'fingerprint');
    await fixture.saveCard(buyerIds[0] ?? '', 3, true, 'another');
    await fixture.drain();
    await defer(await fixture.sell());
    await eventually(async () => expect(await areStopped(buyerIds)).toEqual([true, true]));
  });

  test('mail server are not tied beyond twenty accounts, because it may belong to an unknown mail provider', async () => {
    const buyerIds = Array.from({ length: 21 }, () => randomUUID());
    for (const id of buyerIds) await addTie(id, 'domain', 1);
    await fixture.drain();
    expect(await fixture.query('SELECT 1 FROM buyer_ties')).toHaveLength(20);
  });

  test('phone number resume together, and after three pauses of any of them only an admin can resume them', async () => {
    const buyerIds = await addBuyers(3);
    await tieByPhone(buyerIds);
    await fixture.drain();
    for (const buyerId of buyerIds) {
      const offer = await fixture.sell();
      expectBuyer(offer, buyerId);
      const ids = { ...idsOf(offer), refundId: randomUUID(), purchaseId: randomUUID(), amountCents: 8_000 };
      const refundedAt = new Date().toISOString();
      await fixture.deliver(leadRefunded, { ...ids, reason: 'undeliverable', refundedAt });
      await eventually(async () => !(await eligibilityOf(buyerId)).serviceEnabled);
    }
    const [first = '', ...others] = buyerIds;
    const resume = (buyerId: string, origin: object = {}) =>
      fixture.client.send(setService, { ...byBuyer(buyerId), serviceEnabled: true, ...origin });
    for (const id of buyerIds)
      await expect(resume(id)).rejects.toMatchObject({ code: 'RESUMPTION_NEEDS_ADMIN' });
    const caller = { address: '203.0.113.7', userAgent: null };
    await resume(first, { actorId: randomUUID(), reason: 'The mailbox works again.', caller });
    for (const id of others) await resume(id);
  });
});

test('pauses that no longer count are not shared, and still need an admin where they did', async () => {
  const [first, second, third] = await addBuyers(3);
  const setPauses = (buyerId: string | undefined, daysAgo: readonly number[], isEnabled = true) =>
    fixture.query(
      `UPDATE buyers SET service_enabled = $3,
              delivery_pauses = ARRAY(SELECT now() - make_interval(days => d) FROM unnest($2::int[]) d)
        WHERE id = $1`,
      [buyerId, daysAgo, isEnabled],
    );
  await setPauses(first, [9, 8]);
  await setPauses(second, [1]);
  await setPauses(third, [12, 11, 10], false);
  for (const id of [first, second, third]) await addTie(id ?? '', 'phone', 1);
  await fixture.drain();
  const rows = await fixture.query<{ id: string; pauses: number }>(
    'SELECT id, cardinality(delivery_pauses) AS pauses FROM buyers',
  );
  const countOf = (id: string | undefined) => rows.find((row) => row.id === id)?.pauses;
  expect([first, second, third].map(countOf)).toEqual([1, 1, 3]);
});

/** Expects that `work` waits for the feed of `first`, and has not locked the feed of `second` before. */
async function expectLockOrder(first: string, second: string, work: () => Promise<unknown>): Promise<void> {
  const release = await fixture.lockFeedHead(first);
  try {
    await work();
    await eventually(async () => (await fixture.countLockWaiters()) > 0);
    const lock = 'SELECT 1 FROM feed_heads WHERE buyer_id = $1 FOR UPDATE NOWAIT';
    await expect(fixture.query(lock, [second])).resolves.toHaveLength(1);
  } finally {
    await release();
  }
  await fixture.drain();
}

/** Returns two accounts in the order of their ids, and an undelivered lead of one of them. */
async function addBuyersWithUndelivered(of: 'first' | 'second') {
  const [first = '', second = ''] = (await addBuyers(2)).toSorted();
  const buyerId = of === 'first' ? first : second;
  const offers = [await fixture.sell(), await fixture.sell()];
  const [offer] = offers.filter((sold) => sold.buyer_id === buyerId);
  if (!offer) throw new Error('each buyer gets a lead');
  await defer(offer);
  await eventually(async () => expect(await areStopped([buyerId])).toEqual([true]));
  return { first, second, offer };
}

test('a refund that pauses the service locks the feeds of tied accounts in one order', async () => {
  const { first, second, offer } = await addBuyersWithUndelivered('second');
  for (const id of [first, second]) await addTie(id, 'phone', 1);
  await fixture.drain();
  const ids = { ...idsOf(offer), refundId: randomUUID(), purchaseId: randomUUID(), amountCents: 8_000 };
  const refund = { ...ids, reason: 'undeliverable', refundedAt: new Date().toISOString() } as const;
  await expectLockOrder(first, second, () => fixture.deliver(leadRefunded, refund));
  expect((await eligibilityOf(second)).serviceEnabled).toBe(false);
});

test('a card that ties accounts locks their feeds in one order', async () => {
  const { first, second } = await addBuyersWithUndelivered('first');
  await fixture.saveCard(second, 2, true, 'fingerprint');
  await fixture.drain();
  await expectLockOrder(first, second, () => fixture.saveCard(first, 2, true, 'fingerprint'));
  expect(await areStopped([first, second])).toEqual([true, true]);
});

test('nothing that ties accounts can be read in the database', async () => {
  await fixture.saveCard(await fixture.addBuyer(), 2, true, 'fingerprint');
  await fixture.drain();
  const rows = await fixture.query<{ digest: string }>('SELECT digest FROM buyer_ties');
  expect(rows.map(({ digest }) => /^[\da-f]{64}$/.test(digest))).toEqual([true]);
});
