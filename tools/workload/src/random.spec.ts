import { describe, expect, it } from '@jest/globals';
import { seededRandom } from './random.js';

const draws = (seed: string | number): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: 50 }, () => random.number.int({ min: 0, max: 1_000 }));
};

describe('seededRandom', () => {
  it('repeats its draws for the same seed', () => {
    expect(draws(7)).toEqual(draws(7));
    expect(draws('posts')).toEqual(draws('posts'));
  });

  it('draws differently for another seed', () => {
    expect(draws(7)).not.toEqual(draws(8));
  });
});
