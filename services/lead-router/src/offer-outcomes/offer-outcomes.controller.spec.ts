import { expect, it } from '@jest/globals';
import { chargeHoldMs } from './offer-outcomes.controller.js';

it('a hold lasts longer with each decline since the last charge, up to an hour', () => {
  expect([0, 1, 2, 3, 4, 50].map((earlier) => chargeHoldMs(earlier) / 60_000)).toEqual([
    1, 5, 15, 60, 60, 60,
  ]);
});
