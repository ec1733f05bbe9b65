import { describe, expect, it } from '@jest/globals';
import {
  formatDate,
  formatDateTime,
  formatDuration,
  formatExactTime,
  formatRelative,
  formatTime,
} from './dates';

/** An instant on the wire that is this time of day where the test runs. */
const local = (...time: [number, number, number, number, number?, number?]): string => {
  const [year, month, day, hour, minute = 0, ms = 0] = time;
  return new Date(year, month - 1, day, hour, minute, 0, ms).toISOString();
};

describe('dates', () => {
  it('are written as MMM d, yyyy, without leading zeros', () => {
    expect(formatDate(local(2026, 1, 5, 14, 30))).toBe('Jan 5, 2026');
    expect(formatDate(local(2025, 12, 31, 23, 59))).toBe('Dec 31, 2025');
  });

  it('have a time of twelve hours, with plain spaces', () => {
    expect(formatDateTime(local(2026, 1, 5, 14, 30))).toBe('Jan 5, 2026 2:30 PM');
    expect(formatTime(local(2026, 1, 5, 0, 5))).toBe('12:05 AM');
    expect(formatTime(local(2026, 1, 5, 12, 0))).toBe('12:00 PM');
  });

  it('are exact to the millisecond where asked', () => {
    expect(formatExactTime(local(2026, 1, 5, 14, 30, 7))).toBe('2:30:00.007 PM');
    expect(formatExactTime(local(2026, 1, 5, 0, 0))).toBe('12:00:00.000 AM');
  });
});

describe('a length of time', () => {
  it.each([
    [-5, '0 ms'],
    [0, '0 ms'],
    [250, '250 ms'],
    [999, '999 ms'],
    [1_000, '1 s'],
    [1_256, '1.25 s'],
    [59_999, '59.99 s'],
    [60_000, '1 min'],
    [184_000, '3 min 4 s'],
    [3_599_999, '59 min 59 s'],
    [18_720_000, '5 h 12 min'],
    [86_400_000, '1 d'],
    [183_600_000, '2 d 3 h'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('how long ago', () => {
  const now = Date.parse('2026-01-05T14:30:00.000Z');
  it.each([
    [-3_000, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 min ago'],
    [3_599_999, '59 min ago'],
    [3_600_000, '1 h ago'],
    [86_399_999, '23 h ago'],
    [172_800_000, '2 d ago'],
  ])('%d ms before is %s', (ms, text) => {
    expect(formatRelative(new Date(now - ms).toISOString(), now)).toBe(text);
  });
});
