import { describe, expect, it } from '@jest/globals';
import { isLargeRise, parseLimit } from './daily-limit';

describe('parseLimit', () => {
  it.each([
    ['1', 1],
    ['25', 25],
    [' 25 ', 25],
    ['1000', 1_000],
    ['007', 7],
  ])('accepts %p', (typed, limit) => {
    expect(parseLimit(typed)).toBe(limit);
  });

  it.each([
    ['0', 1],
    ['-3', 1],
    ['1001', 1_000],
    ['1e9', 1_000],
    ['Infinity', 1_000],
    ['-Infinity', 1],
  ])('clamps %p to the range', (typed, limit) => {
    expect(parseLimit(typed)).toBe(limit);
  });

  it.each([
    ['', 1],
    ['   ', 1],
    ['abc', 1],
    ['12 leads', 1],
    ['NaN', 1],
  ])('turns %p, which is not a number, into 1', (typed, limit) => {
    expect(parseLimit(typed)).toBe(limit);
  });

  it('rounds down to whole leads', () => {
    expect(parseLimit('2.9')).toBe(2);
    expect(parseLimit('999.99')).toBe(999);
    expect(parseLimit('0.4')).toBe(1);
  });
});

describe('isLargeRise', () => {
  it.each([
    [3, 477, true],
    [3, 26, true],
    [3, 25, false],
    [25, 50, false],
    [25, 51, true],
    [500, 1_000, false],
    [477, 3, false],
  ])('from %i to %i: %p', (saved, limit, expected) => {
    expect(isLargeRise(saved, limit)).toBe(expected);
  });
});
