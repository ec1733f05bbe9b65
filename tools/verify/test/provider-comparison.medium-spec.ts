import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { comparePayments, type ListedPayment } from '../src/compare-payments.js';
import { RecordedPayments } from '../src/recorded-payments.js';
import { moneyGivenBack } from './money-back-rows.js';
import { PlantedDatabase } from './planted-database.js';
import { buyer, lead, offer, soldLead } from './sale-rows.js';

let database: PlantedDatabase;

beforeAll(async () => {
  database = await PlantedDatabase.create();
});
afterAll(() => database.drop());
beforeEach(() => database.begin());
afterEach(() => database.rollBack());

/** A provider that lists one payment. */
const paidAtProvider = (changes: Partial<ListedPayment>) => {
  const payment = {
    intentId: 'pi_1',
    offerId: offer,
    amountCents: 8_000,
    refundedCents: 0,
    createdAt: new Date(),
    ...changes,
  };
  return { list: () => Promise.resolve([payment]), find: () => Promise.resolve(undefined) };
};

describe('provider-payments-match', () => {
  it.each(moneyGivenBack)('compares only refunds, after %s', async (_rows, planted, refundedCents) => {
    await database.plant(planted);
    const ours = new RecordedPayments(database.client);
    expect(await comparePayments(ours, paidAtProvider({ refundedCents }))).toEqual([]);
    expect(await comparePayments(ours, paidAtProvider({ refundedCents: refundedCents + 1 }))).toHaveLength(1);
  });
});

describe('RecordedPayments', () => {
  const COUNT = 100;
  const WINDOW_SIZE = 10;

  const insertPurchases = (secondsApart: number): Promise<unknown> =>
    database.client.query(
      `INSERT INTO billing.purchases (id, offer_id, user_id, lead_id, amount, currency, status, card_version,
                                      purchased_at, stripe_payment_intent_id)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), 80, 'usd', 'succeeded', 1,
              '2026-03-01T00:00:00.25Z'::timestamptz + n * $2 * interval '1 second', 'pi_' || n
         FROM generate_series(1, ${COUNT}) n`,
      [buyer, secondsApart],
    );

  async function readWindows(): Promise<string[][]> {
    const payments = new RecordedPayments(database.client, WINDOW_SIZE);
    const windows: string[][] = [];
    let from: Date | undefined;
    do {
      const to = await payments.findWindowEnd(from);
      windows.push((await payments.list({ from, to })).map(({ intentId }) => intentId));
      from = to;
    } while (from !== undefined);
    return windows;
  }

  it('divides all payments into windows of a limited size', async () => {
    await insertPurchases(7);
    const windows = await readWindows();
    expect(new Set(windows.flat()).size).toBe(COUNT);
    expect(windows.flat()).toHaveLength(COUNT);
    expect(Math.max(...windows.map((ids) => ids.length))).toBeLessThanOrEqual(WINDOW_SIZE + 1);
  });

  it('keeps payments of one second in one window', async () => {
    await insertPurchases(0);
    expect((await readWindows()).map((ids) => ids.length)).toEqual([COUNT, 0]);
  });

  it('has one window if nothing was paid', async () => {
    expect(await readWindows()).toEqual([[]]);
  });

  it('finds payments by intent or offer', async () => {
    await database.plant(soldLead);
    const payments = new RecordedPayments(database.client);
    const same = [{ intentId: 'pi_1', offerId: offer }];
    const rest = { amountCents: 1, refundedCents: 0 };
    expect(await payments.findSame([{ intentId: 'pi_1', offerId: randomUUID(), ...rest }])).toEqual(same);
    expect(await payments.findSame([{ intentId: 'pi_2', offerId: offer, ...rest }])).toEqual(same);
    expect(await payments.findSame([{ intentId: 'pi_2', offerId: lead, ...rest }])).toEqual([]);
    expect(await payments.findSame([{ intentId: 'pi_2', offerId: 'no uuid', ...rest }])).toEqual([]);
    expect(await payments.findSame([])).toEqual([]);
  });
});
