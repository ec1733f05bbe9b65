import { describe, expect, it } from '@jest/globals';
import { formatBrand, formatExpiry, getCardState } from './card';

const card = { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2027 };

describe('formatBrand and formatExpiry', () => {
  it('write the brand as printed on cards, and the expiry as MM/YYYY', () => {
    expect(formatBrand('amex')).toBe('American Express');
    expect(formatBrand('Visa')).toBe('Visa');
    expect(formatBrand('unknown')).toBe('Card');
    expect(formatExpiry(card)).toBe('04/2027');
  });
});

describe('getCardState', () => {
  it.each([
    [new Date(2027, 2, 31), 'ready'],
    [new Date(2027, 3, 1), 'expires-soon'],
    [new Date(2027, 3, 30, 23, 59), 'expires-soon'],
    [new Date(2027, 4, 1), 'expired'],
    [new Date(2028, 0, 1), 'expired'],
    [new Date(2026, 11, 31), 'ready'],
  ])('on %s returns %s', (now, state) => {
    expect(getCardState({ card, usable: true, recovery: null }, now)).toBe(state);
  });

  it('returns declined for an unusable card, whatever its expiry', () => {
    expect(getCardState({ card, usable: false, recovery: 'retry' }, new Date(2026, 0, 1))).toBe('declined');
  });
});
