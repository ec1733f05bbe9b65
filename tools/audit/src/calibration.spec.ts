import { expect, test } from '@jest/globals';
import { getCpuSlowdown } from './calibration.js';

test.each([
  [50, 1],
  [150, 1],
  [475, 1.5],
  [800, 2],
  [1_050, 2.5],
  [1_300, 3],
  [1_533, 4],
  [2_400, 4],
])('slows a machine with benchmark index %d down by %d', (index, factor) => {
  expect(getCpuSlowdown(index)).toBeCloseTo(factor);
});
