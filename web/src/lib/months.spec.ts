import { describe, expect, it } from '@jest/globals';
import { formatMonth, listMonths } from './months';

const now = Date.parse('2026-01-01T03:00:00.000Z');

describe('listMonths', () => {
  it('lists the months in the time zone, newest first', () => {
    expect(listMonths(Date.parse('2025-11-01T03:00:00.000Z'), now, 'UTC')).toEqual([
      '2026-01',
      '2025-12',
      '2025-11',
    ]);
    expect(listMonths(Date.parse('2025-11-01T03:00:00.000Z'), now, 'America/Chicago')).toEqual([
      '2025-12',
      '2025-11',
      '2025-10',
    ]);
  });

  it('lists the current month even if the account seems newer', () => {
    expect(listMonths(Date.parse('2026-02-01T03:00:00.000Z'), now, 'UTC')).toEqual(['2026-01']);
  });
});

it('formats a month', () => {
  expect(formatMonth('2026-03')).toBe('March 2026');
});
