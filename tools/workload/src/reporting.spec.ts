import { describe, expect, it } from '@jest/globals';
import { percentile, percentilesOf } from './reporting.js';

describe('percentilesOf', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('returns measured values, whatever their order', () => {
    expect(percentilesOf(hundred)).toEqual({ count: 100, p50: 50, p90: 90, p95: 95, p99: 99, max: 100 });
    expect(percentilesOf([7])).toEqual({ count: 1, p50: 7, p90: 7, p95: 7, p99: 7, max: 7 });
    expect(percentilesOf([10, 9])).toMatchObject({ p50: 9, p90: 10 });
  });

  it('returns undefined without values', () => {
    expect(percentilesOf([])).toBeUndefined();
    expect(percentile([], 0.5)).toBeUndefined();
  });
});
