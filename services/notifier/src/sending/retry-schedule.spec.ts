import { describe, expect, it } from '@jest/globals';
import { MAX_ATTEMPTS, retryDelayMs } from './retry-schedule.js';

const HOUR_MS = 3_600_000;
const withoutJitter = () => 0.5;

describe('retryDelayMs', () => {
  it('starts with seconds and continues with minutes', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelayMs(attempt, withoutJitter))).toEqual([
      1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000,
    ]);
  });

  it('ends after about a day', () => {
    let totalMs = 0;
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1)
      totalMs += retryDelayMs(attempt, withoutJitter) ?? 0;
    expect(totalMs).toBeGreaterThan(23 * HOUR_MS);
    expect(totalMs).toBeLessThan(25 * HOUR_MS);
    expect(retryDelayMs(MAX_ATTEMPTS, withoutJitter)).toBeUndefined();
    expect(retryDelayMs(MAX_ATTEMPTS + 1, withoutJitter)).toBeUndefined();
  });

  it('waits as long as the recipient asked, up to an hour, and never less than its own delay', () => {
    expect(retryDelayMs(1, withoutJitter, 90_000)).toBe(90_000);
    expect(retryDelayMs(1, withoutJitter, 48 * HOUR_MS)).toBe(HOUR_MS);
    expect(retryDelayMs(6, withoutJitter, 1_000)).toBe(60_000);
    expect(retryDelayMs(MAX_ATTEMPTS, withoutJitter, 1_000)).toBeUndefined();
  });

  it('varies by up to 20% in either direction', () => {
    expect(retryDelayMs(4, () => 0)).toBe(8_000);
    expect(retryDelayMs(4, () => 0.999_999)).toBe(12_000);
  });
});
