import { expect, test } from '@jest/globals';
import { slowdownFor } from './calibration.js';

test.each([
  [50, 1],
  [150, 1],
  [475, 1.5],
  [800, 2],
  [1_050, 2.5],
  [1_300, 3],
  [1_533, 4],
  [2_400, 4],
])('a machine of benchmark index %d is slowed down %d times', (index, factor) => {
  expect(slowdownFor(index)).toBeCloseTo(factor);
});
