import { expect, it } from '@jest/globals';
import { getDailyAlarmThreshold } from './refusal-alarm.js';

it.each([
  [0, 10],
  [7, 10],
  [23, 10],
  [24, 11],
  [70, 30],
])('after %d refused posts in a week, the threshold is %d in a day', (refusedBefore, threshold) => {
  expect(getDailyAlarmThreshold(refusedBefore)).toBe(threshold);
});
