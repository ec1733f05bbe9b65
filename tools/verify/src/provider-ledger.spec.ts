import { expect, test } from '@jest/globals';
import { compareLedgers, type Payment } from './provider-ledger.js';

const payment = (intentId: string, offerId = `offer of ${intentId}`, amountCents = 8_000): Payment => ({
  intentId,
  offerId,
  amountCents,
});
const faults = (ours: Payment[], theirs: Payment[]) =>
  compareLedgers(ours, theirs).map(({ intent, fault }) => `${intent}: ${fault}`);

test('equal ledgers have no fault, in any order', () => {
  expect(faults([payment('a'), payment('b')], [payment('b'), payment('a')])).toEqual([]);
});

test('each kind of difference is named', () => {
  expect(faults([payment('a')], [])).toEqual(['a: we have it as paid, the provider has not']);
  expect(faults([], [payment('a')])).toEqual(['a: the provider has it as paid, we have not']);
  expect(faults([payment('a')], [payment('a', 'offer of a', 1)])).toEqual(['a: amount or offer differ']);
  expect(faults([payment('a', 'x'), payment('b', 'x')], [payment('a', 'x'), payment('b', 'x')])).toEqual([
    'b: its offer was charged before',
  ]);
});
