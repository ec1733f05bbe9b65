import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findQuietEnd } from './quiet-hours.js';

const endOf = (from: string, to: string, timeZone: string, now: string): string | undefined =>
  findQuietEnd({ from, to }, timeZone, new Date(now))?.toISOString();

const NEW_YORK = 'America/New_York';

describe('the end of the quiet hours', () => {
  it.each([
    ['an evening before midnight', '2026-01-06T03:30:00Z', '2026-01-06T12:00:00.000Z'],
    ['a night after midnight', '2026-01-06T08:59:59.999Z', '2026-01-06T12:00:00.000Z'],
    ['the first quiet minute', '2026-01-06T02:00:00Z', '2026-01-06T12:00:00.000Z'],
    ['the minute before', '2026-01-06T01:59:59.999Z', undefined],
    ['the last quiet moment', '2026-01-06T11:59:59.999Z', '2026-01-06T12:00:00.000Z'],
    ['the end itself', '2026-01-06T12:00:00Z', undefined],
  ])('over midnight, for %s', (_when, now, end) => {
    expect(endOf('21:00', '07:00', NEW_YORK, now)).toBe(end);
  });

  it.each([
    ['before', '2026-07-01T16:59:59Z', undefined],
    ['within', '2026-07-01T17:30:00Z', '2026-07-01T18:00:00.000Z'],
    ['after', '2026-07-01T18:00:00Z', undefined],
  ])('within a day, %s them', (_when, now, end) => {
    expect(endOf('12:00', '13:00', 'America/Chicago', now)).toBe(end);
  });

  it.each([
    // Clocks go from 2:00 to 3:00 on March 8, 2026.
    ['a night that is an hour shorter', '21:00', '07:00', '2026-03-08T04:00:00Z', '2026-03-08T11:00:00.000Z'],
    ['an end that the clocks skip', '21:00', '02:30', '2026-03-08T04:00:00Z', '2026-03-08T07:30:00.000Z'],
    ['the first moment after the skipped hour', '21:00', '02:30', '2026-03-08T07:00:00Z', undefined],
    // Clocks go from 2:00 back to 1:00 on November 1, 2026.
    ['a night that is an hour longer', '21:00', '07:00', '2026-11-01T03:00:00Z', '2026-11-01T12:00:00.000Z'],
    ['an end that happens twice', '21:00', '01:30', '2026-11-01T03:00:00Z', '2026-11-01T05:30:00.000Z'],
    ['the hour that is repeated', '21:00', '01:30', '2026-11-01T06:10:00Z', '2026-11-01T06:30:00.000Z'],
  ])('when the clocks change, for %s', (_when, from, to, now, end) => {
    expect(endOf(from, to, NEW_YORK, now)).toBe(end);
  });

  it('knows zones with half hours and on both sides of the date line', () => {
    expect(endOf('22:00', '06:00', 'Asia/Kolkata', '2026-05-01T17:00:00Z')).toBe('2026-05-02T00:30:00.000Z');
    expect(endOf('22:00', '06:00', 'Pacific/Kiritimati', '2026-05-01T09:00:00Z')).toBe(
      '2026-05-01T16:00:00.000Z',
    );
    expect(endOf('22:00', '06:00', 'Pacific/Pago_Pago', '2026-05-01T09:00:00Z')).toBe(
      '2026-05-01T17:00:00.000Z',
    );
  });

  it('is within the next 25 hours, and is not quiet, at any moment in any zone', () => {
    const time = fc
      .integer({ min: 0, max: 1_439 })
      .map(
        (minute) =>
          `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
      );
    const zones = [
      'UTC',
      NEW_YORK,
      'America/Phoenix',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Pacific/Chatham',
    ];
    const moment = fc.date({ min: new Date('2025-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(time, time, fc.constantFrom(...zones), moment, (from, to, zone, now) => {
        fc.pre(from !== to);
        const end = findQuietEnd({ from, to }, zone, now);
        if (!end) return;
        const waitedMs = end.getTime() - now.getTime();
        expect(waitedMs).toBeGreaterThan(0);
        expect(waitedMs).toBeLessThanOrEqual(25 * 3_600_000);
        const again = findQuietEnd({ from, to }, zone, end);
        // It is quiet once more only if clocks go back across the end.
        if (again) expect(again.getTime() - end.getTime()).toBeLessThanOrEqual(3_600_000);
      }),
      { numRuns: 2_000 },
    );
  });
});
