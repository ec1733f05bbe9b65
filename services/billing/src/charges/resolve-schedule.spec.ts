import { describe, expect, it } from '@jest/globals';
import { isOverdue, resolveDelayMs } from './resolve-schedule.js';

describe('resolveDelayMs', () => {
  it.each([
    [1, 200],
    [2, 400],
    [3, 800],
    [9, 51_200],
    [10, 60_000],
    [500, 60_000],
  ])('delays attempt %i by at most %i ms and at least half of that', (attempt, maxMs) => {
    expect(resolveDelayMs(attempt, () => 1)).toBe(maxMs);
    expect(resolveDelayMs(attempt, () => 0)).toBe(maxMs / 2);
  });
});

describe('isOverdue', () => {
  it('returns true from the deadline on', () => {
    const start = new Date('2026-01-01T00:00:00.000Z');
    const after = (ms: number) => new Date(start.getTime() + ms);
    expect(isOverdue(start, after(599_999), 600_000)).toBe(false);
    expect(isOverdue(start, after(600_000), 600_000)).toBe(true);
  });
});
