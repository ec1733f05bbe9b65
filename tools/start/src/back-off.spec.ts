import { expect, it } from '@jest/globals';
import { backOff } from './back-off.js';

it('waits longer after each death, and never more than ten seconds', () => {
  expect([1, 2, 3, 6, 7, 40].map(backOff)).toEqual([200, 400, 800, 6_400, 10_000, 10_000]);
});
