import { describe, expect, it } from '@jest/globals';
import { isOverdue, resolveDelay } from './resolve-schedule.js';

describe('when a charge is looked up again', () => {
  it.each([
    [1, 200],
    [2, 400],
    [3, 800],
    [9, 51_200],
    [10, 60_000],
    [500, 60_000],
  ])('before attempt %i it waits at most %i ms and at least half of it', (attempt, longest) => {
    expect(resolveDelay(attempt, () => 1)).toBe(longest);
    expect(resolveDelay(attempt, () => 0)).toBe(longest / 2);
  });

  it('is given up from the set time on', () => {
    const start = new Date('2026-01-01T00:00:00.000Z');
    const after = (ms: number) => new Date(start.getTime() + ms);
    expect(isOverdue(start, after(599_999), 600_000)).toBe(false);
    expect(isOverdue(start, after(600_000), 600_000)).toBe(true);
  });
});
