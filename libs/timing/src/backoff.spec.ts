import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { backoffMs } from './backoff.js';

const backoff = { firstMs: 100, maxMs: 10_000 };

describe('backoffMs', () => {
  it('doubles with each failure', () => {
    expect([1, 2, 3, 4].map((failures) => backoffMs(failures, backoff, () => 1))).toEqual([
      100, 200, 400, 800,
    ]);
  });

  it('stays between half and all of the doubled pause, and below the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const fullMs = Math.min(10_000, 100 * 2 ** Math.max(0, failures - 1));
          const pauseMs = backoffMs(failures, backoff, () => random);
          expect(Number.isInteger(pauseMs)).toBe(true);
          expect(pauseMs).toBeGreaterThanOrEqual(fullMs / 2);
          expect(pauseMs).toBeLessThanOrEqual(fullMs);
        },
      ),
    );
  });
});
