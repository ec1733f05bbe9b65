import { randomUUID } from 'node:crypto';
import { acceptProviderEvent, getCard } from '@desk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { handledEventTypes } from '../src/provider/provider-event.js';
import { BillingHarness } from './billing.harness.js';
import { RefundHelper } from './refund-helper.js';
import type { SandboxEvent } from './sandbox.js';
import { deliverUnreliably, seededRandom } from './unreliable-webhooks.js';

/** LIFETIME_SEED repeats a run. */
const SEED = Number(process.env['LIFETIME_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = 3;
const handled: ReadonlySet<string> = new Set(handledEventTypes);

describe('all events of a buyer', () => {
  let billing: BillingHarness;
  let refunds: RefundHelper;
  let lastSeen: string | undefined;

  beforeAll(async () => {
    billing = await BillingHarness.start();
    refunds = new RefundHelper(billing);
  });
  afterAll(() => billing.stop());

  const accept = (event: object) => billing.commands.send(acceptProviderEvent, billing.sign(event));
  const waitForProcessing = (events: readonly SandboxEvent[]) =>
    billing.waitForEvents(events.filter(({ type }) => handled.has(type)).map(({ id }) => id));

  /** Returns what happened at the provider since the last call, oldest first. */
  async function takeEvents(): Promise<SandboxEvent[]> {
    const newest = await billing.sandbox.listNewestEvents();
    const known = newest.findIndex(({ id }) => id === lastSeen);
    // What happens in between must fit on one page.
    expect(lastSeen === undefined || known >= 0).toBe(true);
    lastSeen = newest[0]?.id ?? lastSeen;
    return newest.slice(0, known < 0 ? newest.length : known).toReversed();
  }

  async function dispute(buyerId: string, evidence: string): Promise<void> {
    const { intentId } = await refunds.sellTo(buyerId);
    const { data } = await billing.sandbox.get(`/v1/disputes?payment_intent=${intentId}`);
    const [opened] = data as { id: string }[];
    await billing.sandbox.post(`/v1/disputes/${opened?.id}`, { 'evidence[uncategorized_text]': evidence });
  }

  /** Everything that can happen to the payments and cards of a buyer. Returns the buyer. */
  async function runLifetime(afterStep: () => Promise<void>): Promise<string> {
    const { buyerId, paymentMethodId } = await billing.createBuyer();
    const steps: (() => Promise<unknown>)[] = [
      async () => refunds.refundAtProvider(await refunds.sellTo(buyerId)),
      async () => {
        const sale = await refunds.sellTo(buyerId);
        await refunds.refundAtProvider(sale, 3_000);
        await refunds.refundAtProvider(sale);
      },
      async () => {
        const sale = await refunds.sellTo(buyerId);
        await refunds.request(sale);
        await refunds.waitForPurchase(sale, 'refunded');
      },
      () => billing.sandbox.setCardBehavior(paymentMethodId, 'disputes'),
      () => dispute(buyerId, 'losing_evidence'),
      () => dispute(buyerId, 'winning_evidence'),
      () =>
        billing.sandbox.post(`/v1/payment_methods/${paymentMethodId}`, {
          'card[exp_month]': '3',
          'card[exp_year]': '2035',
        }),
      () => billing.sandbox.setCardBehavior(paymentMethodId, 'insufficient_funds'),
      async () => billing.waitForStatus(await billing.charge(buyerId), 'failed'),
      async () => {
        const replacement = await billing.saveCard(buyerId, 'pm_card_mastercard');
        await refunds.sellTo(buyerId);
        await billing.sandbox.post(`/v1/payment_methods/${replacement}/detach`);
      },
    ];
    for (const step of steps) {
      await step();
      await afterStep();
    }
    return buyerId;
  }

  async function stateOf(buyerId: string): Promise<object> {
    const list = async (sql: string) => (await billing.pool.query<object>(sql, [buyerId])).rows;
    return {
      card: await billing.commands.send(getCard, { buyerId }),
      customer: await list('SELECT card_version, card_usable FROM customers WHERE buyer_id = $1'),
      purchases: await list(
        'SELECT status, decline_code, amount FROM purchases WHERE user_id = $1 ORDER BY created_at',
      ),
      refunds: await list(
        `SELECT r.status, r.reason, r.amount FROM refunds r JOIN purchases p ON p.id = r.purchase_id
          WHERE p.user_id = $1 ORDER BY p.created_at, r.amount`,
      ),
      disputes: await list(
        'SELECT status, amount FROM disputes WHERE buyer_id = $1 ORDER BY opened_at, status',
      ),
      reviews: await list('SELECT version, is_under_review FROM buyer_reviews WHERE buyer_id = $1'),
      totals: await list('SELECT payments, succeeded_amount FROM payment_totals_by_user WHERE user_id = $1'),
    };
  }

  it(`end in the same state in any order, repeated and partly lost, as once in order, from seed ${SEED}`, async () => {
    const types = new Set<string>();
    const expected = await runLifetime(async () => {
      const events = await takeEvents();
      for (const event of events) {
        types.add(event.type);
        await accept(event);
        await waitForProcessing([event]);
      }
    });
    const orderedState = await stateOf(expected);
    expect([...types]).toEqual(
      expect.arrayContaining([
        ...['setup_intent.succeeded', 'payment_intent.succeeded', 'payment_intent.payment_failed'],
        ...['charge.refunded', 'refund.created', 'charge.dispute.created', 'charge.dispute.closed'],
        ...['payment_method.updated', 'payment_method.detached'],
      ]),
    );

    const refundedPurchase = { status: 'refunded', amount: '80.00' };
    const paid = { status: 'succeeded', amount: '80.00' };
    expect(orderedState).toMatchObject({
      card: { usable: false, card: { brand: 'mastercard' } },
      purchases: [
        refundedPurchase,
        refundedPurchase,
        refundedPurchase,
        refundedPurchase,
        paid,
        { status: 'failed' },
        paid,
      ],
      refunds: [{}, {}, {}, {}],
      disputes: [{ status: 'lost' }, { status: 'won' }],
      reviews: [{ version: 1, is_under_review: true }],
      totals: [{ payments: '6', succeeded_amount: '160.00' }],
    });

    for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
      const buyerId = await runLifetime(() => Promise.resolve());
      const events = await takeEvents();
      // Card networks announce a new number or expiry date with a type of event of their own.
      const announced = events.flatMap((event) =>
        event.type === 'payment_method.updated'
          ? [{ ...event, id: `evt_${randomUUID()}`, type: 'payment_method.automatically_updated' }]
          : [],
      );
      await deliverUnreliably([...events, ...announced], seededRandom(seed), accept);
      await billing.readProviderEvents();
      await waitForProcessing(events);
      await billing.waitForEmptyQueue();
      expect({ seed, ...(await stateOf(buyerId)) }).toEqual({ seed, ...orderedState });
    }
  });
});
