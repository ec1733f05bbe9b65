import { describe, expect, it } from '@jest/globals';
import { toLimit } from './daily-limit';

describe('a typed limit', () => {
  it.each([
    ['1', 1],
    ['25', 25],
    [' 25 ', 25],
    ['1000', 1_000],
    ['007', 7],
  ])('%p is taken as it is', (typed, limit) => {
    expect(toLimit(typed)).toBe(limit);
  });

  it.each([
    ['0', 1],
    ['-3', 1],
    ['1001', 1_000],
    ['1e9', 1_000],
    ['Infinity', 1_000],
    ['-Infinity', 1],
  ])('%p is brought into the range', (typed, limit) => {
    expect(toLimit(typed)).toBe(limit);
  });

  it.each([
    ['', 1],
    ['   ', 1],
    ['abc', 1],
    ['12 leads', 1],
    ['NaN', 1],
  ])('%p is no number, and so 1', (typed, limit) => {
    expect(toLimit(typed)).toBe(limit);
  });

  it('is a whole number of leads', () => {
    expect(toLimit('2.9')).toBe(2);
    expect(toLimit('999.99')).toBe(999);
    expect(toLimit('0.4')).toBe(1);
  });
});
