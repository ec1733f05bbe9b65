import { describe, expect, it } from '@jest/globals';
import { addFailure, type Failures, hasFailedForDays } from './failing-time.js';

const HOUR_MS = 3_600_000;
const none: Failures = { failingSince: null, lastFailedAt: null, failingSeconds: 0 };
const at = (hours: number): Date => new Date(hours * HOUR_MS);
const failAt = (...hours: readonly number[]): Failures =>
  hours.reduce((failures, hour) => addFailure(failures, at(hour)), none);
/** Attempts every half an hour, as the retries of one lead. */
const halfHours = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) * 2 + 1 }, (_, index) => from + index / 2);

describe('the failures of a channel', () => {
  it('begin with the first one', () => {
    expect(failAt(3)).toEqual({ failingSince: at(3), lastFailedAt: at(3), failingSeconds: 0 });
  });

  it('are enough after five days in which every attempt failed', () => {
    expect(hasFailedForDays(failAt(...halfHours(0, 119.5)))).toBe(false);
    expect(hasFailedForDays(failAt(...halfHours(0, 120)))).toBe(true);
  });

  it('are not enough after one failure and another one days later', () => {
    expect(failAt(0, 120)).toEqual({ failingSince: at(0), lastFailedAt: at(120), failingSeconds: 0 });
    expect(hasFailedForDays(failAt(0, 120))).toBe(false);
  });

  it('do not count the days between leads, but every day in which one was tried in vain', () => {
    const weekly = (leads: number): number[] =>
      Array.from({ length: leads }, (_, week) => halfHours(week * 168, week * 168 + 24)).flat();
    expect(hasFailedForDays(failAt(...weekly(4)))).toBe(false);
    expect(hasFailedForDays(failAt(...weekly(5)))).toBe(true);
  });

  it('count the longest wait that a recipient can ask for', () => {
    expect(failAt(0, 1.1).failingSeconds).toBeCloseTo(3_960);
  });

  it('of several messages at a time are counted once, in whatever order they are recorded', () => {
    expect(failAt(0, 1, 1, 0.5)).toEqual({ failingSince: at(0), lastFailedAt: at(1), failingSeconds: 3_600 });
  });

  it('start over after an accepted message', () => {
    const accepted = { ...failAt(...halfHours(0, 100)), failingSince: null };
    expect(addFailure(accepted, at(101))).toEqual({ ...none, failingSince: at(101), lastFailedAt: at(101) });
    expect(addFailure({ ...accepted, failingSince: at(101) }, at(102))).toEqual({
      failingSince: at(101),
      lastFailedAt: at(102),
      failingSeconds: 0,
    });
  });
});
