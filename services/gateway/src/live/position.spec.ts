import { expect, test } from '@jest/globals';
import { positionOf } from './position.js';

test.each([
  ['0', 0],
  ['42', 42],
  ['999999999', 999_999_999],
])('%j is a position', (given, position) => {
  expect(positionOf(given)).toBe(position);
});

test.each([undefined, '', '-1', '1.5', '1e3', 'abc', '12345678901234567890', ' 1'])('%j is none', (given) => {
  expect(positionOf(given)).toBeNull();
});
