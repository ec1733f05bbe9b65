import { describe, expect, it } from '@jest/globals';
import { isUnusual } from './card-setup-rules.js';

describe('isUnusual', () => {
  it.each([
    [0, 0, false],
    [1, 19, false],
    [40, 20, true],
    [41, 20, false],
    [5, 24, true],
    [600, 299, false],
    [600, 300, true],
  ])('of %i set-ups with %i failures is %s', (setups, failures, expected) => {
    expect(isUnusual({ setups, failures })).toBe(expected);
  });
});
