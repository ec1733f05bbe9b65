import { expect, it } from '@jest/globals';
import { forgetDelayMs } from './forget-schedule.js';

it.each([
  [2, 1_000],
  [3, 2_000],
  [13, 2_048_000],
  [14, 3_600_000],
  [5_000, 3_600_000],
])('delays attempt %i by at most %i ms and at least half of that', (attempt, maxMs) => {
  expect(forgetDelayMs(attempt, () => 1)).toBe(maxMs);
  expect(forgetDelayMs(attempt, () => 0)).toBe(maxMs / 2);
});
