import { expect, test } from '@jest/globals';
import { isDeeperThan } from './body-parsing.js';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test.each([
  ['text', 0, false],
  [null, 0, false],
  [{}, 0, false],
  [{ a: 1 }, 0, true],
  [{ a: 1 }, 1, false],
  [{ a: { b: [1] } }, 2, true],
  [{ a: { b: [1] } }, 3, false],
  [nested(9), 8, false],
  [nested(10), 8, true],
])('%p is deeper than %d: %p', (value, maxDepth, expected) => {
  expect(isDeeperThan(value, maxDepth)).toBe(expected);
});

test('withstands a depth at which recursion overflows the stack', () => {
  const value = nested(30_000);
  expect(() => JSON.stringify(value)).toThrow(RangeError);
  expect(isDeeperThan(value, 32)).toBe(true);
});
