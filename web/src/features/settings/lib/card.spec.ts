import { describe, expect, it } from '@jest/globals';
import { brandName, cardStateOf, expiryOf } from './card';

const card = { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2027 };

describe('a card', () => {
  it('has a name and an expiry as cards show them', () => {
    expect(brandName('amex')).toBe('American Express');
    expect(brandName('Visa')).toBe('Visa');
    expect(brandName('unknown')).toBe('Card');
    expect(expiryOf(card)).toBe('04/2027');
  });

  it.each([
    [new Date(2027, 2, 31), 'ready'],
    [new Date(2027, 3, 1), 'expires-soon'],
    [new Date(2027, 3, 30, 23, 59), 'expires-soon'],
    [new Date(2027, 4, 1), 'expired'],
    [new Date(2028, 0, 1), 'expired'],
    [new Date(2026, 11, 31), 'ready'],
  ])('on %s is %s', (now, state) => {
    expect(cardStateOf({ card, usable: true }, now)).toBe(state);
  });

  it('that was refused is not ready, whatever its date', () => {
    expect(cardStateOf({ card, usable: false }, new Date(2026, 0, 1))).toBe('refused');
  });
});
