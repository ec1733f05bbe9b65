import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LEAD_PRICE_CENTS, toCents, toDecimal, toDollars } from './money.js';

// decimal(10,2) holds eight digits before the point.
const MOST_CENTS = 9_999_999_999;

describe('money', () => {
  it('comes back unchanged from its decimal form, whatever the amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MOST_CENTS }), (cents) => {
        const decimal = toDecimal(cents);
        expect(decimal).toMatch(/^(0|[1-9]\d*)\.\d{2}$/);
        expect(toCents(decimal)).toBe(cents);
      }),
    );
  });

  it('reads every decimal that the tables can hold without losing a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (dollars, cents) => {
          expect(toCents(`${dollars}.${String(cents).padStart(2, '0')}`)).toBe(dollars * 100 + cents);
        },
      ),
    );
  });

  it('shows the price as people know it', () => {
    expect(toDollars(LEAD_PRICE_CENTS)).toBe('$80.00');
    expect(toDecimal(5)).toBe('0.05');
  });

  it.each([
    '',
    '80',
    '80.0',
    '80.000',
    '.80',
    '-80.00',
    '+80.00',
    '8e1',
    '80,00',
    ' 80.00',
    '80.00\n',
    '999999999.00',
    '٨٠.٠٠',
  ])('refuses %j as a decimal', (text) => {
    expect(() => toCents(text)).toThrow(RangeError);
  });

  it.each([-1, 0.5, NaN, Infinity, 2 ** 53])('refuses %p as cents', (cents) => {
    expect(() => toDecimal(cents)).toThrow(RangeError);
  });
});
