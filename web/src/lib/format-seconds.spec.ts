import { expect, it } from '@jest/globals';
import { formatSeconds } from './format-seconds';

it.each([
  [0.4, '0.01 s'],
  [84, '0.08 s'],
  [412, '0.41 s'],
  [994, '0.99 s'],
  [995, '1.0 s'],
  [1_240, '1.2 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 min 0 s'],
  [80_500, '1 min 21 s'],
])('formats %d ms as %s', (ms, text) => {
  expect(formatSeconds(ms)).toBe(text);
});
