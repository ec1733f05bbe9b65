import { describe, expect, it } from '@jest/globals';
import { monthBounds } from './month-bounds.js';

describe('monthBounds', () => {
  it.each([
    ['2026-03', 'UTC', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    // Daylight saving begins within the month.
    ['2026-03', 'America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
    ['2026-12', 'America/Los_Angeles', '2026-12-01T08:00:00.000Z', '2027-01-01T08:00:00.000Z'],
    ['2026-01', 'Pacific/Auckland', '2025-12-31T11:00:00.000Z', '2026-01-31T11:00:00.000Z'],
    ['2026-01', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z', '2026-01-31T18:15:00.000Z'],
    // Clocks went from 23:59:59 on March 31 to 1:00 on April 1.
    ['2017-03', 'Asia/Hebron', '2017-02-28T22:00:00.000Z', '2017-03-31T21:00:00.000Z'],
    // Clocks went back from midnight to 23:00, so only the second midnight begins the day.
    ['2025-04', 'America/Asuncion', '2025-04-01T03:00:00.000Z', '2025-05-01T03:00:00.000Z'],
    // Clocks skipped midnight of October 1, 1995, and the whole of December 31, 1994.
    ['1995-01', 'Pacific/Kiritimati', '1994-12-31T10:00:00.000Z', '1995-01-31T10:00:00.000Z'],
  ])('%s in %s', (month, timeZone, from, to) => {
    expect(monthBounds(month, timeZone)).toEqual({ from, to });
  });

  it('leaves no instant between two months, in any zone', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const months = Array.from({ length: 24 }, (_, index) => {
        const number = String((index % 12) + 1).padStart(2, '0');
        return monthBounds(`${2026 + Math.floor(index / 12)}-${number}`, timeZone);
      });
      months.forEach(({ from, to }, index) => {
        expect(from < to).toBe(true);
        if (index > 0) expect(from).toBe(months[index - 1]?.to);
      });
    }
  });
});
