import { describe, expect, it } from '@jest/globals';
import {
  comparePayments,
  type ListedPayment,
  MARGIN_MS,
  type Payment,
  type Window,
} from './compare-payments.js';

interface TimedPayment extends Payment {
  readonly at: Date;
}

const MINUTE_MS = 60_000;
const minute = (minutes: number): Date => new Date(minutes * MINUTE_MS);

const payment = (
  intentId: string,
  { minutes = 0, ...changes }: Partial<Payment> & { readonly minutes?: number } = {},
): TimedPayment => ({
  intentId,
  offerId: `offer of ${intentId}`,
  amountCents: 8_000,
  refundedCents: 0,
  at: minute(minutes),
  ...changes,
});

const isWithin = ({ from, to }: Window, at: Date): boolean =>
  (from === undefined || at >= from) && (to === undefined || at < to);

/** Both sides in memory. Counts the payments that are held at once, and those that are read one by one. */
function createSides(
  recorded: readonly TimedPayment[],
  provided: readonly TimedPayment[],
  windowEnds: readonly Date[],
) {
  const reads = { largestList: 0, found: [] as string[] };
  const list = (payments: readonly TimedPayment[], window: Window): TimedPayment[] => {
    const within = payments.filter(({ at }) => isWithin(window, at));
    reads.largestList = Math.max(reads.largestList, within.length);
    return within;
  };
  const ours = {
    findWindowEnd: (from: Date | undefined) =>
      Promise.resolve(windowEnds.find((end) => from === undefined || end > from)),
    list: (window: Window) => Promise.resolve(list(recorded, window)),
    findSame: (payments: readonly Payment[]) =>
      Promise.resolve(
        recorded.filter((row) =>
          payments.some(({ intentId, offerId }) => intentId === row.intentId || offerId === row.offerId),
        ),
      ),
  };
  const theirs = {
    list: (window: Window): Promise<ListedPayment[]> =>
      Promise.resolve(list(provided, window).map((row) => ({ ...row, createdAt: row.at }))),
    find: (intentId: string) => {
      reads.found.push(intentId);
      return Promise.resolve(provided.find((row) => row.intentId === intentId));
    },
  };
  return { ours, theirs, reads };
}

async function compare(
  recorded: readonly TimedPayment[],
  provided: readonly TimedPayment[],
  windowEnds: readonly Date[] = [],
) {
  const { ours, theirs, reads } = createSides(recorded, provided, windowEnds);
  const faults = await comparePayments(ours, theirs);
  return { faults: faults.map(({ intent, fault }) => `${intent}: ${fault}`), ...reads };
}
const faultsOf = async (ours: readonly TimedPayment[], theirs: readonly TimedPayment[]) =>
  (await compare(ours, theirs)).faults;

describe('comparePayments', () => {
  it('accepts equal payments in any order', async () => {
    expect(await faultsOf([payment('a'), payment('b')], [payment('b'), payment('a')])).toEqual([]);
  });

  it('reports payments that only one side has', async () => {
    expect(await faultsOf([payment('a')], [])).toEqual(['a: paid in our database, but not at the provider']);
    expect(await faultsOf([], [payment('a')])).toEqual(['a: paid at the provider, but not in our database']);
  });

  it('reports a different amount and a different offer', async () => {
    const differs = ['a: amount or offer differs'];
    expect(await faultsOf([payment('a')], [payment('a', { amountCents: 1 })])).toEqual(differs);
    expect(await faultsOf([payment('a')], [payment('a', { offerId: 'x' })])).toEqual(differs);
  });

  it('reports a second charge of one offer, whether or not the first one is ours', async () => {
    const twice = [payment('a', { offerId: 'x' }), payment('b', { offerId: 'x' })];
    const unrecorded = 'b: paid at the provider, but not in our database';
    expect(await faultsOf(twice.slice(0, 1), twice)).toEqual([unrecorded, 'b: charged its offer again']);
    expect(await faultsOf([], twice)).toEqual([
      'a: paid at the provider, but not in our database',
      ...[unrecorded, 'b: charged its offer again'],
    ]);
  });

  it('reports refunds that only one side knows, and refunds of a part', async () => {
    const refunded = payment('a', { refundedCents: 8_000 });
    expect(await faultsOf([refunded], [refunded])).toEqual([]);
    expect(await faultsOf([payment('a')], [refunded])).toEqual([
      'a: refunded: 0 cents in our database, 8000 at the provider',
    ]);
    expect(await faultsOf([refunded], [payment('a')])).toEqual([
      'a: refunded: 8000 cents in our database, 0 at the provider',
    ]);
    expect(await faultsOf([refunded], [payment('a', { refundedCents: 100 })])).toHaveLength(1);
  });
});

describe('windows', () => {
  const HOURS = 48;
  const hourly = Array.from({ length: HOURS }, (_, hour) => payment(`p${hour}`, { minutes: hour * 60 }));
  const ends = Array.from({ length: HOURS / 4 }, (_, index) => minute((index + 1) * 240));

  it('hold a few payments at a time, and no payment is read by its id', async () => {
    expect(await compare(hourly, hourly, ends)).toEqual({ faults: [], found: [], largestList: 5 });
  });

  it('match a payment that was created before its window', async () => {
    const early = payment('a', { minutes: 239 });
    const { faults, found } = await compare([payment('a', { minutes: 241 })], [early], ends);
    expect({ faults, found }).toEqual({ faults: [], found: [] });
  });

  it('match a payment that was recorded long after it was created', async () => {
    const recorded = payment('a', { minutes: 240 + 2 * (MARGIN_MS / MINUTE_MS) });
    const { faults, found } = await compare([recorded], [payment('a', { minutes: 1 })], ends);
    expect({ faults, found }).toEqual({ faults: [], found: ['a'] });
  });

  it('report each payment of the provider once', async () => {
    const onlyTheirs = [-9_999, 239, 240, 241, 99_999].map((minutes) => payment(`t${minutes}`, { minutes }));
    const { faults } = await compare(hourly, [...hourly, ...onlyTheirs], ends);
    expect(faults.toSorted()).toEqual(
      onlyTheirs
        .map(({ intentId }) => `${intentId}: paid at the provider, but not in our database`)
        .toSorted(),
    );
  });

  it('report a second charge of an offer in another window', async () => {
    const again = [
      payment('x', { minutes: 1, offerId: 'o' }),
      payment('y', { minutes: 2_000, offerId: 'o' }),
    ];
    const { faults } = await compare([], again, ends);
    expect(faults).toContain('y: charged its offer again');
    expect((await compare(again.slice(1), again, ends)).faults).toContain('x: charged its offer again');
  });
});
