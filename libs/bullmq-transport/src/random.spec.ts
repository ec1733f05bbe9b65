import { expect, test } from '@jest/globals';
import { randomBytesPooled } from './random.js';

test('never returns the same bytes twice', () => {
  const drawn = Array.from({ length: 2_000 }, () => randomBytesPooled(12));
  expect(new Set(drawn.map((bytes) => bytes.toString('hex'))).size).toBe(drawn.length);
  expect(drawn.every(({ length }) => length === 12)).toBe(true);
});

test('never overwrites returned bytes', () => {
  const first = randomBytesPooled(16);
  const before = first.toString('hex');
  for (let count = 0; count < 300; count += 1) randomBytesPooled(16);
  expect(first.toString('hex')).toBe(before);
});
