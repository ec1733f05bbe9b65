import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toCents, toDecimal } from './money.js';

// decimal(10,2) holds eight digits before the point.
const MOST_CENTS = 9_999_999_999;

describe('money', () => {
  it('round-trips every amount through its decimal form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MOST_CENTS }), (cents) => {
        const decimal = toDecimal(cents);
        expect(decimal).toMatch(/^(0|[1-9]\d*)\.\d{2}$/);
        expect(toCents(decimal)).toBe(cents);
      }),
    );
  });

  it('converts every decimal(10,2) without losing a cent', () => {
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

  it('pads cents to two digits', () => {
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
  ])('rejects %j as a decimal', (text) => {
    expect(() => toCents(text)).toThrow(RangeError);
  });

  it.each([-1, 0.5, NaN, Infinity, 2 ** 53])('rejects %p as cents', (cents) => {
    expect(() => toDecimal(cents)).toThrow(RangeError);
  });
});
