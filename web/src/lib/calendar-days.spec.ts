import { describe, expect, it } from '@jest/globals';
import { addDays, addMonths, endOfMonth, getToday, getWeekday, isWeekend, listDays } from './calendar-days';

describe('getToday', () => {
  it('is the day in the time zone', () => {
    const nowMs = Date.parse('2027-01-01T05:30:00Z');
    expect(getToday('UTC', nowMs)).toBe('2027-01-01');
    expect(getToday('America/New_York', nowMs)).toBe('2027-01-01');
    expect(getToday('America/Los_Angeles', nowMs)).toBe('2026-12-31');
    expect(getToday('Pacific/Guam', Date.parse('2026-11-27T15:00:00Z'))).toBe('2026-11-28');
  });
});

describe('addDays', () => {
  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    // Clocks change on this day in the United States.
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-11-27', -29, '2026-10-29'],
  ])('%s + %d days = %s', (day, days, result) => {
    expect(addDays(day, days)).toBe(result);
  });
});

describe('addMonths', () => {
  it.each([
    ['2026-03-31', -1, '2026-02-28'],
    ['2028-03-31', -1, '2028-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-12-31', -1, '2026-11-30'],
    ['2028-02-29', -12, '2027-02-28'],
    ['2026-12-31', 1, '2027-01-31'],
  ])('%s + %d months = %s', (day, months, result) => {
    expect(addMonths(day, months)).toBe(result);
  });
});

it('endOfMonth returns the last day of short and long months', () => {
  expect(['2026-01-05', '2026-02-01', '2028-02-29', '2026-04-30', '2026-12-31'].map(endOfMonth)).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2028-02-29',
    '2026-04-30',
    '2026-12-31',
  ]);
});

it('listDays includes both ends', () => {
  expect(listDays('2026-12-30', '2027-01-02')).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ]);
  expect(listDays('2026-11-27', '2026-11-27')).toEqual(['2026-11-27']);
  expect(listDays('2028-01-01', '2028-12-31')).toHaveLength(366);
});

it('getWeekday counts from Monday, and Saturday begins the weekend', () => {
  const week = listDays('2026-11-23', '2026-11-29');
  expect(week.map(getWeekday)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(week.filter(isWeekend)).toEqual(['2026-11-28', '2026-11-29']);
});
