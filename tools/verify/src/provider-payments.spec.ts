import { describe, expect, it } from '@jest/globals';
import { comparePayments, type Payment } from './provider-payments.js';

const payment = (intentId: string, offerId = `offer of ${intentId}`, amountCents = 8_000): Payment => ({
  intentId,
  offerId,
  amountCents,
  refundedCents: 0,
});
const faultsOf = (ours: Payment[], theirs: Payment[]) =>
  comparePayments(ours, theirs).map(({ intent, fault }) => `${intent}: ${fault}`);

describe('comparePayments', () => {
  it('accepts equal payments in any order', () => {
    expect(faultsOf([payment('a'), payment('b')], [payment('b'), payment('a')])).toEqual([]);
  });

  it('reports payments that only one side has', () => {
    expect(faultsOf([payment('a')], [])).toEqual(['a: paid in our database, but not at the provider']);
    expect(faultsOf([], [payment('a')])).toEqual(['a: paid at the provider, but not in our database']);
  });

  it('reports a different amount and a second charge of one offer', () => {
    const otherAmount = payment('a', 'offer of a', 1);
    expect(faultsOf([payment('a')], [otherAmount])).toEqual(['a: amount or offer differs']);
    const twice = [payment('a', 'x'), payment('b', 'x')];
    expect(faultsOf(twice, twice)).toEqual(['b: charged its offer again']);
  });

  it('reports refunds that only one side knows, and refunds of a part', () => {
    const refunded = { ...payment('a'), refundedCents: 8_000 };
    expect(faultsOf([refunded], [refunded])).toEqual([]);
    expect(faultsOf([payment('a')], [refunded])).toEqual([
      'a: refunded: 0 cents in our database, 8000 at the provider',
    ]);
    expect(faultsOf([refunded], [payment('a')])).toEqual([
      'a: refunded: 8000 cents in our database, 0 at the provider',
    ]);
    expect(faultsOf([refunded], [{ ...refunded, refundedCents: 100 }])).toHaveLength(1);
  });
});
