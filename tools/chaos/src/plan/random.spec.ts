import { describe, expect, it } from '@jest/globals';
import { Random } from './random.js';

const numbers = (seed: number, count = 200) => {
  const random = new Random(seed);
  return Array.from({ length: count }, () => random.int(4, 8));
};

describe('the seeded generator', () => {
  it('repeats itself with the same seed and not with another', () => {
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
  });

  it('reaches both ends and nothing beyond', () => {
    expect([...new Set(numbers(1))].toSorted()).toEqual([4, 5, 6, 7, 8]);
  });

  it('shuffles without losing or doubling anything', () => {
    const things = Array.from({ length: 40 }, (_, index) => index);
    const shuffled = new Random(3).shuffle(things);
    expect(shuffled).not.toEqual(things);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(things);
  });
});
