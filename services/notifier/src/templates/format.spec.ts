import { describe, expect, it } from '@jest/globals';
import {
  formatDuration,
  formatInstant,
  formatTimeOfDay,
  formatWeek,
  toPlainText,
  toSingleLine,
} from './format.js';

describe('formatInstant', () => {
  it('formats the time in the zone, by default UTC, and names it', () => {
    expect(formatInstant('2026-01-05T14:03:11.900Z', 'America/New_York')).toBe('Jan 5, 2026, 9:03:11 AM EST');
    expect(formatInstant('2026-01-05T14:03:11.900Z')).toBe('Jan 5, 2026, 2:03:11 PM UTC');
    expect(formatInstant('2026-01-05T00:00:00.000Z')).toBe('Jan 5, 2026, 12:00:00 AM UTC');
  });
});

describe('formatTimeOfDay', () => {
  it('formats the time in the zone, by default UTC, and names it', () => {
    expect(formatTimeOfDay('2026-03-31T20:00:00.000Z', 'America/Chicago')).toBe('3:00 PM CDT');
    expect(formatTimeOfDay('2026-01-05T00:05:00.000Z')).toBe('12:05 AM UTC');
  });
});

describe('formatWeek', () => {
  it('names the first and the last day', () => {
    expect(formatWeek('2026-01-05')).toBe('January 5 to January 11');
    expect(formatWeek('2026-12-28')).toBe('December 28 to January 3');
  });
});

describe('formatDuration', () => {
  it('names the two largest units', () => {
    expect(formatDuration(59 * 60_000)).toBe('59 min');
    expect(formatDuration(60 * 60_000)).toBe('1 h 0 min');
    expect(formatDuration(24 * 3_600_000 - 1)).toBe('1 d 0 h');
    expect(formatDuration(50 * 3_600_000)).toBe('2 d 2 h');
  });
});

describe('toSingleLine', () => {
  it('removes characters that break a header or change the text direction', () => {
    expect(toSingleLine(' Ann\r\nBcc: x@y.example\u202e gro\u061c\u0000 ')).toBe('Ann Bcc: x@y.example gro');
  });
});

describe('toPlainText', () => {
  it('keeps line breaks and removes other control characters', () => {
    expect(toPlainText('one\r\ntwo\u0007\rthree\n')).toBe('one\ntwo\nthree');
  });
});
