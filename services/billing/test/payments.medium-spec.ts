import { randomUUID } from 'node:crypto';
import { chargeOffer, listPurchases, listPurchasesOfLead, type RequestOf } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BillingHarness } from './billing.harness.js';

type ListRequest = RequestOf<typeof listPurchases>;
type Match = NonNullable<ListRequest['match']>;

interface Seeded {
  readonly id: string;
  readonly userId: string;
  readonly leadId: string;
  readonly intent: string;
  readonly status: string;
  readonly amount: number;
  readonly purchasedAt: string;
}

const noMatch: Match = { userIds: [], leadIds: [], intentPrefix: 'none' };

let billing: BillingHarness;

beforeAll(async () => {
  billing = await BillingHarness.start();
});
afterAll(() => billing.stop());

describe('listPurchases', () => {
  const users = Array.from({ length: 4 }, (): string => randomUUID());
  const seeded: Seeded[] = [];

  beforeAll(async () => {
    // 600 payments, four per millisecond. Every tenth is refunded, and every fiftieth has a rare id prefix.
    for (let index = 0; index < 600; index += 1)
      seeded.push({
        id: randomUUID(),
        userId: users[index % 100 === 7 ? 3 : index % 3]!,
        leadId: randomUUID(),
        intent: `pi_${index % 50 === 0 ? 'rare%' : 'often'}_${index}`,
        status: index % 10 === 0 ? 'refunded' : 'succeeded',
        amount: 80,
        purchasedAt: new Date(Date.UTC(2026, 0, 5) + Math.floor(index / 4)).toISOString(),
      });
    await billing.pool.query(
      `INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status, stripe_payment_intent_id,
                              card_version, purchased_at, has_receipt)
       SELECT s.id, s.id, s."userId", s."leadId", s.amount, 'usd', s.status, s.intent, 1, s."purchasedAt", true
         FROM json_populate_recordset(NULL::record, $1) AS s(id uuid, "userId" uuid, "leadId" uuid, amount numeric,
              status text, intent text, "purchasedAt" timestamptz)`,
      [JSON.stringify(seeded)],
    );
    await billing.pool.query(
      `INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status, card_version, decline_code)
       VALUES ($1, $1, $2, $1, 80, 'usd', 'failed', 1, 'generic_decline')`,
      [randomUUID(), users[0]],
    );
  });

  const idsOldestFirst = (payments: readonly Seeded[]) =>
    payments
      .toSorted((a, b) => a.purchasedAt.localeCompare(b.purchasedAt) || a.id.localeCompare(b.id))
      .map(({ id }) => id);
  const listAll = async (request: Omit<ListRequest, 'before'>) => {
    const ids: string[] = [];
    for (let before: ListRequest['before']; ;) {
      const { purchases } = await billing.commands.send(listPurchases, {
        ...request,
        ...(before && { before }),
      });
      ids.push(...purchases.map(({ id }) => id));
      const last = purchases.at(-1);
      if (!last || purchases.length < request.limit) return ids;
      before = { purchasedAt: last.purchasedAt, id: last.id };
    }
  };
  const totalOf = (payments: readonly Seeded[]) => ({
    count: payments.length,
    amountCents: payments
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount * 100, 0),
  });
  const total = async (match?: Match) =>
    (await billing.commands.send(listPurchases, { limit: 1, ...(match && { match }) })).total;

  it('pages without gaps or duplicates in either order', async () => {
    const oldest = idsOldestFirst(seeded);
    expect(await listAll({ limit: 90, order: 'oldest' })).toEqual(oldest);
    expect(await listAll({ limit: 90 })).toEqual(oldest.toReversed());
    expect(await listAll({ limit: 1_000, order: 'newest' })).toEqual(oldest.toReversed());
  });

  it.each<[string, () => Match, (payment: Seeded) => boolean]>([
    ['a user with many payments', () => ({ ...noMatch, userIds: [users[1]!] }), (p) => p.userId === users[1]],
    ['a user with few payments', () => ({ ...noMatch, userIds: [users[3]!] }), (p) => p.userId === users[3]],
    [
      'several leads',
      () => ({ ...noMatch, leadIds: [seeded[3]!.leadId, seeded[400]!.leadId, randomUUID()] }),
      (p) => p === seeded[3] || p === seeded[400],
    ],
    [
      'a common id prefix',
      () => ({ ...noMatch, intentPrefix: 'pi_of' }),
      (p) => p.intent.startsWith('pi_of'),
    ],
    [
      'a rare id prefix with LIKE wildcards',
      () => ({ ...noMatch, intentPrefix: 'pi_rare%_' }),
      (p) => p.intent.startsWith('pi_rare%_'),
    ],
    ['a LIKE pattern, which matches nothing', () => ({ ...noMatch, intentPrefix: 'pi%' }), () => false],
    ['the prefix of every id', () => ({ ...noMatch, intentPrefix: 'pi_' }), () => true],
    ['a part of the prefix of every id', () => ({ ...noMatch, intentPrefix: 'p' }), () => true],
    ['an id prefix without payments', () => ({ ...noMatch, intentPrefix: 'pi_seldom' }), () => false],
    ['criteria without matches', () => noMatch, () => false],
    [
      'overlapping users, leads, and ids',
      () => ({
        userIds: [users[3]!, users[0]!],
        leadIds: seeded.slice(0, 9).map(({ leadId }) => leadId),
        intentPrefix: 'pi_rare',
      }),
      (p) =>
        [users[3], users[0]].includes(p.userId) || seeded.indexOf(p) < 9 || p.intent.startsWith('pi_rare'),
    ],
  ])('returns each payment once and the correct total for %s', async (_what, buildMatch, matches) => {
    const match = buildMatch();
    const matching = seeded.filter(matches);
    expect(await listAll({ limit: 7, match })).toEqual(idsOldestFirst(matching).toReversed());
    expect(await listAll({ limit: 7, order: 'oldest', match })).toEqual(idsOldestFirst(matching));
    expect(await total(match)).toEqual(totalOf(matching));
  });

  it('maintains the totals through refunds, deletions, rollbacks, and concurrent charges', async () => {
    expect(await total()).toEqual(totalOf(seeded));
    const [first, second, third] = seeded.filter(({ status }) => status === 'succeeded');
    const connection = await billing.pool.connect();
    try {
      await connection.query('BEGIN');
      await connection.query("UPDATE purchases SET status = 'refunded' WHERE id = $1", [first!.id]);
      await connection.query('ROLLBACK');
    } finally {
      connection.release();
    }
    expect(await total()).toEqual(totalOf(seeded));

    await billing.pool.query("UPDATE purchases SET status = 'refunded' WHERE id = ANY($1)", [
      [first!.id, second!.id],
    ]);
    await billing.pool.query('DELETE FROM purchases WHERE id = $1', [third!.id]);
    const isRefunded = (payment: Seeded) => payment === first || payment === second;
    const remaining = seeded
      .filter((payment) => payment !== third)
      .map((payment) => (isRefunded(payment) ? { ...payment, status: 'refunded' } : payment));
    expect(await total()).toEqual(totalOf(remaining));
    for (const userId of users) {
      const own = remaining.filter((payment) => payment.userId === userId);
      expect(await total({ ...noMatch, userIds: [userId] })).toEqual(totalOf(own));
    }

    const { buyerId } = await billing.createBuyer();
    const offers = await Promise.all(Array.from({ length: 12 }, () => billing.charge(buyerId)));
    await Promise.all(offers.map((offerId) => billing.waitForStatus(offerId, 'succeeded')));
    const { count, amountCents } = totalOf(remaining);
    expect(await total()).toEqual({ count: count + 12, amountCents: amountCents + 12 * 8_000 });
    expect(await total({ ...noMatch, userIds: [buyerId] })).toEqual({ count: 12, amountCents: 12 * 8_000 });
  });
});

describe('listPurchasesOfLead', () => {
  it('returns every purchase oldest first, or only those of one buyer', async () => {
    const [one, two] = [await billing.createBuyer('pm_card_chargeCustomerFail'), await billing.createBuyer()];
    const leadId = randomUUID();
    const [first, second] = [billing.newOffer(one.buyerId, leadId), billing.newOffer(two.buyerId, leadId)];
    await billing.publish(chargeOffer, first);
    const failed = await billing.waitForStatus(first.offerId, 'failed');
    await billing.publish(chargeOffer, second);
    const paid = await billing.waitForStatus(second.offerId, 'succeeded');

    const { purchases } = await billing.commands.send(listPurchasesOfLead, { leadId, buyerId: null });
    expect(purchases).toEqual([
      {
        id: failed.id,
        offerId: first.offerId,
        userId: one.buyerId,
        leadId,
        amount: '80.00',
        status: 'failed',
        declineCode: 'generic_decline',
        stripePaymentIntentId: failed.stripe_payment_intent_id,
        requestedAt: expect.any(String),
        purchasedAt: null,
        refunds: [],
      },
      {
        id: paid.id,
        offerId: second.offerId,
        userId: two.buyerId,
        leadId,
        amount: '80.00',
        status: 'succeeded',
        declineCode: null,
        stripePaymentIntentId: paid.stripe_payment_intent_id,
        requestedAt: expect.any(String),
        purchasedAt: expect.any(String),
        refunds: [],
      },
    ]);
    const own = await billing.commands.send(listPurchasesOfLead, { leadId, buyerId: two.buyerId });
    expect(own.purchases.map(({ id }) => id)).toEqual([paid.id]);
    const other = await billing.commands.send(listPurchasesOfLead, { leadId: randomUUID(), buyerId: null });
    expect(other).toEqual({ purchases: [] });
  });
});
