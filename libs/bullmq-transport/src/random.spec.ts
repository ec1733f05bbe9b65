import { expect, test } from '@jest/globals';
import { someRandom } from './random.js';

test('bytes are never given out twice, however many are asked for', () => {
  const drawn = Array.from({ length: 2_000 }, () => someRandom(12));
  expect(new Set(drawn.map((bytes) => bytes.toString('hex'))).size).toBe(drawn.length);
  expect(drawn.every(({ length }) => length === 12)).toBe(true);
});

test('what was given out stays as it is', () => {
  const first = someRandom(16);
  const before = first.toString('hex');
  for (let count = 0; count < 300; count += 1) someRandom(16);
  expect(first.toString('hex')).toBe(before);
});
