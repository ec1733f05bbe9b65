import { randomUUID } from 'node:crypto';
import { chargeOffer, listPurchases, listPurchasesOfLead, type RequestOf } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Billing } from './billing.js';

jest.setTimeout(60_000);

type Asked = RequestOf<typeof listPurchases>;
type Match = NonNullable<Asked['match']>;

interface Seeded {
  readonly id: string;
  readonly userId: string;
  readonly leadId: string;
  readonly intent: string;
  readonly status: string;
  readonly amount: number;
  readonly purchasedAt: string;
}

const nobody: Match = { userIds: [], leadIds: [], intentPrefix: 'none' };

describe('the list of payments', () => {
  let billing: Billing;
  const users = Array.from({ length: 4 }, (): string => randomUUID());
  const seeded: Seeded[] = [];

  beforeAll(async () => {
    billing = await Billing.start({}, 1);
    // 600 payments, four to each millisecond; each tenth is refunded, each fifth user's id begins otherwise.
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
                              card_version, purchased_at)
       SELECT s.id, s.id, s."userId", s."leadId", s.amount, 'usd', s.status, s.intent, 1, s."purchasedAt"
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
  afterAll(() => billing.stop());

  const inOrder = (payments: readonly Seeded[]) =>
    payments
      .toSorted((a, b) => a.purchasedAt.localeCompare(b.purchasedAt) || a.id.localeCompare(b.id))
      .map(({ id }) => id);
  const walk = async (asked: Omit<Asked, 'before'>) => {
    const ids: string[] = [];
    for (let before: Asked['before']; ;) {
      const { purchases } = await billing.client.send(listPurchases, { ...asked, ...(before && { before }) });
      ids.push(...purchases.map(({ id }) => id));
      const last = purchases.at(-1);
      if (!last || purchases.length < asked.limit) return ids;
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
    (await billing.client.send(listPurchases, { limit: 1, ...(match && { match }) })).total;

  it('is walked page by page without a gap or a repetition, from either end', async () => {
    const oldest = inOrder(seeded);
    expect(await walk({ limit: 90, order: 'oldest' })).toEqual(oldest);
    expect(await walk({ limit: 90 })).toEqual(oldest.toReversed());
    expect(await walk({ limit: 1_000, order: 'newest' })).toEqual(oldest.toReversed());
  });

  it.each<[string, () => Match, (payment: Seeded) => boolean]>([
    ['of a user with many', () => ({ ...nobody, userIds: [users[1]!] }), (p) => p.userId === users[1]],
    ['of a user with few', () => ({ ...nobody, userIds: [users[3]!] }), (p) => p.userId === users[3]],
    [
      'of some leads',
      () => ({ ...nobody, leadIds: [seeded[3]!.leadId, seeded[400]!.leadId, randomUUID()] }),
      (p) => p === seeded[3] || p === seeded[400],
    ],
    [
      'by the beginning of many ids',
      () => ({ ...nobody, intentPrefix: 'pi_of' }),
      (p) => p.intent.startsWith('pi_of'),
    ],
    [
      'by the beginning of few ids, with signs that mean something elsewhere',
      () => ({ ...nobody, intentPrefix: 'pi_rare%_' }),
      (p) => p.intent.startsWith('pi_rare%_'),
    ],
    ['by a pattern, which is none', () => ({ ...nobody, intentPrefix: 'pi%' }), () => false],
    ['by what every id begins with', () => ({ ...nobody, intentPrefix: 'pi_' }), () => true],
    ['by the beginning of that', () => ({ ...nobody, intentPrefix: 'p' }), () => true],
    ['by ids of which there are none', () => ({ ...nobody, intentPrefix: 'pi_seldom' }), () => false],
    ['for nothing there is', () => nobody, () => false],
    [
      'of users, leads and ids that have payments in common',
      () => ({
        userIds: [users[3]!, users[0]!],
        leadIds: seeded.slice(0, 9).map(({ leadId }) => leadId),
        intentPrefix: 'pi_rare',
      }),
      (p) =>
        [users[3], users[0]].includes(p.userId) || seeded.indexOf(p) < 9 || p.intent.startsWith('pi_rare'),
    ],
  ])('finds those %s, each once, and adds them up', async (_what, matchOf, fits) => {
    const match = matchOf();
    const meant = seeded.filter(fits);
    expect(await walk({ limit: 7, match })).toEqual(inOrder(meant).toReversed());
    expect(await walk({ limit: 7, order: 'oldest', match })).toEqual(inOrder(meant));
    expect(await total(match)).toEqual(totalOf(meant));
  });

  it('adds up all of them by what is kept, whatever happens to them', async () => {
    expect(await total()).toEqual(totalOf(seeded));
    const [first, second, third] = seeded.filter(({ status }) => status === 'succeeded');
    const undo = await billing.pool.connect();
    try {
      await undo.query('BEGIN');
      await undo.query("UPDATE purchases SET status = 'refunded' WHERE id = $1", [first!.id]);
      await undo.query('ROLLBACK');
    } finally {
      undo.release();
    }
    expect(await total()).toEqual(totalOf(seeded));

    await billing.pool.query("UPDATE purchases SET status = 'refunded' WHERE id = ANY($1)", [
      [first!.id, second!.id],
    ]);
    await billing.pool.query('DELETE FROM purchases WHERE id = $1', [third!.id]);
    const refunded = (payment: Seeded) => payment === first || payment === second;
    const left = seeded
      .filter((payment) => payment !== third)
      .map((payment) => (refunded(payment) ? { ...payment, status: 'refunded' } : payment));
    expect(await total()).toEqual(totalOf(left));
    for (const userId of users) {
      const own = left.filter((payment) => payment.userId === userId);
      expect(await total({ ...nobody, userIds: [userId] })).toEqual(totalOf(own));
    }

    const { buyerId } = await billing.buyer();
    const offers = await Promise.all(Array.from({ length: 12 }, () => billing.charge(buyerId)));
    await Promise.all(offers.map((offerId) => billing.untilStatus(offerId, 'succeeded')));
    const { count, amountCents } = totalOf(left);
    expect(await total()).toEqual({ count: count + 12, amountCents: amountCents + 12 * 8_000 });
    expect(await total({ ...nobody, userIds: [buyerId] })).toEqual({ count: 12, amountCents: 12 * 8_000 });
  });
});

describe('what was charged for a lead', () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.start({}, 1);
  });
  afterAll(() => billing.stop());

  it('is every try, oldest first, in whatever state; or those of one buyer', async () => {
    const [one, two] = [await billing.buyer('pm_card_chargeCustomerFail'), await billing.buyer()];
    const leadId = randomUUID();
    const [first, second] = [billing.order(one.buyerId, leadId), billing.order(two.buyerId, leadId)];
    await billing.publish(chargeOffer, first);
    const failed = await billing.untilStatus(first.offerId, 'failed');
    await billing.publish(chargeOffer, second);
    const paid = await billing.untilStatus(second.offerId, 'succeeded');

    const { purchases } = await billing.client.send(listPurchasesOfLead, { leadId, buyerId: null });
    expect(purchases).toEqual([
      {
        ...{ id: failed.id, offerId: first.offerId, userId: one.buyerId, leadId, amount: '80.00' },
        ...{ status: 'failed', declineCode: 'generic_decline' },
        stripePaymentIntentId: failed.stripe_payment_intent_id,
        requestedAt: expect.any(String),
        purchasedAt: null,
      },
      {
        ...{ id: paid.id, offerId: second.offerId, userId: two.buyerId, leadId, amount: '80.00' },
        ...{ status: 'succeeded', declineCode: null },
        stripePaymentIntentId: paid.stripe_payment_intent_id,
        requestedAt: expect.any(String),
        purchasedAt: expect.any(String),
      },
    ]);
    const own = await billing.client.send(listPurchasesOfLead, { leadId, buyerId: two.buyerId });
    expect(own.purchases.map(({ id }) => id)).toEqual([paid.id]);
    const other = await billing.client.send(listPurchasesOfLead, { leadId: randomUUID(), buyerId: null });
    expect(other).toEqual({ purchases: [] });
  });
});
