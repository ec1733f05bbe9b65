import { expect, it } from '@jest/globals';
import { listDays } from '@/lib/calendar-days';
import { getComparedDays, listComparedSpans } from './compared-spans';

const listRanges = (today: string) =>
  listComparedSpans(today).map(({ days, daysBefore }) => [
    `${days.from} ${days.to}`,
    `${daysBefore.from} ${daysBefore.to}`,
  ]);

it('compares today, this week and this month with the same days before', () => {
  // A Friday.
  expect(listRanges('2026-11-27')).toEqual([
    ['2026-11-27 2026-11-27', '2026-11-26 2026-11-26'],
    ['2026-11-23 2026-11-27', '2026-11-16 2026-11-20'],
    ['2026-11-01 2026-11-27', '2026-10-01 2026-10-27'],
  ]);
  // A Sunday, in the month after a longer one.
  expect(listRanges('2028-04-30')).toEqual([
    ['2028-04-30 2028-04-30', '2028-04-29 2028-04-29'],
    ['2028-04-24 2028-04-30', '2028-04-17 2028-04-23'],
    ['2028-04-01 2028-04-30', '2028-03-01 2028-03-30'],
  ]);
  // A Monday, the first of a year.
  expect(listRanges('2029-01-01')).toEqual([
    ['2029-01-01 2029-01-01', '2028-12-31 2028-12-31'],
    ['2029-01-01 2029-01-01', '2028-12-25 2028-12-25'],
    ['2029-01-01 2029-01-01', '2028-12-01 2028-12-01'],
  ]);
});

it('covers all compared days with at most 62 days', () => {
  for (const today of listDays('2027-12-01', '2028-12-31')) {
    const all = getComparedDays(today);
    expect(listDays(all.from, all.to).length).toBeLessThanOrEqual(62);
    for (const { days, daysBefore } of listComparedSpans(today)) {
      expect([today, days.to]).toEqual([today, today]);
      expect([today, all.from <= daysBefore.from, daysBefore.to < days.from]).toEqual([today, true, true]);
      expect(listDays(daysBefore.from, daysBefore.to).length).toBeLessThanOrEqual(
        listDays(days.from, days.to).length,
      );
    }
  }
});
