import { describe, expect, it } from '@jest/globals';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatExactTime,
  formatRelative,
  formatTime,
  toDay,
  toLocalTime,
} from './dates';
import { showTimesIn } from './time-zone';

/** An ISO timestamp for this local time, so that tests pass in any time zone. */
const local = (...time: [number, number, number, number, number?, number?]): string => {
  const [year, month, day, hour, minute = 0, ms = 0] = time;
  return new Date(year, month - 1, day, hour, minute, 0, ms).toISOString();
};

it('formatDay reads the date in UTC', () => {
  expect(formatDay('2026-01-05')).toBe('Jan 5, 2026');
});

it('toDay returns the day in the time zone of the account', () => {
  const at = '2026-01-05T04:30:00.000Z';
  showTimesIn('America/Denver');
  expect(toDay(at)).toBe('2026-01-04');
  showTimesIn('Europe/Berlin');
  expect(toDay(at)).toBe('2026-01-05');
  showTimesIn(undefined);
});

it.each([
  ['America/New_York', '2026-03-08T06:59:00.000Z', '2026-03-08T01:59'],
  ['America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00'],
  // An hour that the clock shows twice.
  ['America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T01:30'],
  ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11-01T01:30'],
  ['America/Denver', '2026-03-08T09:00:00.000Z', '2026-03-08T03:00'],
  ['America/Denver', '2026-11-01T08:00:00.000Z', '2026-11-01T01:00'],
  ['America/Phoenix', '2026-03-08T09:00:00.000Z', '2026-03-08T02:00'],
  ['America/Phoenix', '2026-11-01T08:00:00.000Z', '2026-11-01T01:00'],
  ['Europe/Berlin', '2026-03-29T00:59:00.000Z', '2026-03-29T01:59'],
  ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00'],
  ['Europe/Berlin', '2026-12-31T23:00:00.000Z', '2027-01-01T00:00'],
])('toLocalTime returns the time of a clock in %s at %s', (timeZone, at, local) => {
  showTimesIn(timeZone);
  expect(toLocalTime(at)).toBe(local);
  showTimesIn(undefined);
});

describe('formatDate, formatDateTime, formatTime', () => {
  it('writes dates as MMM d, yyyy, without leading zeros', () => {
    expect(formatDate(local(2026, 1, 5, 14, 30))).toBe('Jan 5, 2026');
    expect(formatDate(local(2025, 12, 31, 23, 59))).toBe('Dec 31, 2025');
  });

  it('writes times on a 12-hour clock, with plain spaces', () => {
    expect(formatDateTime(local(2026, 1, 5, 14, 30))).toBe('Jan 5, 2026 2:30 PM');
    expect(formatTime(local(2026, 1, 5, 0, 5))).toBe('12:05 AM');
    expect(formatTime(local(2026, 1, 5, 12, 0))).toBe('12:00 PM');
  });

  it('shows times in the zone of the account, and in that of the browser where the zone is not known', () => {
    const at = '2026-01-05T14:30:00.000Z';
    const inBrowser = formatDateTime(at);
    showTimesIn('America/Denver');
    expect(formatDateTime(at)).toBe('Jan 5, 2026 7:30 AM');
    for (const zone of ['Mars/Olympus_Mons', undefined]) {
      showTimesIn(zone);
      expect(formatDateTime(at)).toBe(inBrowser);
    }
  });

  it('writes exact times to the millisecond', () => {
    expect(formatExactTime(local(2026, 1, 5, 14, 30, 7))).toBe('2:30:00.007 PM');
    expect(formatExactTime(local(2026, 1, 5, 0, 0))).toBe('12:00:00.000 AM');
  });
});

describe('formatDuration', () => {
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
  ])('formats %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('formatRelative', () => {
  const now = Date.parse('2026-01-05T14:30:00.000Z');
  it.each([
    [-3_000, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 min ago'],
    [3_599_999, '59 min ago'],
    [3_600_000, '1 h ago'],
    [86_399_999, '23 h ago'],
    [172_800_000, '2 d ago'],
  ])('formats an age of %d ms as %s', (ms, text) => {
    expect(formatRelative(new Date(now - ms).toISOString(), now)).toBe(text);
  });
});
