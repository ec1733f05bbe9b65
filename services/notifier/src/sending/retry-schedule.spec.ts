import { describe, expect, it } from '@jest/globals';
import { MAX_ATTEMPTS, retryDelayMs } from './retry-schedule.js';

const HOUR = 3_600_000;
const middle = () => 0.5;

describe('the retry schedule', () => {
  it('begins with seconds and goes on with minutes', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelayMs(attempt, middle))).toEqual([
      1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000,
    ]);
  });

  it('lasts about a day in all, and then ends', () => {
    let total = 0;
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) total += retryDelayMs(attempt, middle) ?? 0;
    expect(total).toBeGreaterThan(23 * HOUR);
    expect(total).toBeLessThan(25 * HOUR);
    expect(retryDelayMs(MAX_ATTEMPTS, middle)).toBeUndefined();
    expect(retryDelayMs(MAX_ATTEMPTS + 1, middle)).toBeUndefined();
  });

  it('spreads what failed together by a fifth either way', () => {
    expect(retryDelayMs(4, () => 0)).toBe(8_000);
    expect(retryDelayMs(4, () => 0.999_999)).toBe(12_000);
  });
});
