import { describe, expect, it } from '@jest/globals';
import { divideReport } from './divide-report';

describe('divideReport', () => {
  it('lists every day, also those without leads, and marks weekends and today', () => {
    const spans = divideReport({
      from: '2026-11-27',
      to: '2026-11-30',
      today: '2026-11-30',
      days: [
        { day: '2026-11-27', leads: 12, spent: '960.00' },
        { day: '2026-11-30', leads: 1, spent: '0.00' },
      ],
    });
    expect(spans).toEqual([
      {
        from: '2026-11-27',
        to: '2026-11-27',
        name: 'Fri, Nov 27',
        label: 'Nov 27',
        leads: 12,
        spentCents: 96_000,
        isQuiet: false,
        isUnfinished: false,
      },
      expect.objectContaining({ name: 'Sat, Nov 28', leads: 0, spentCents: 0, isQuiet: true }),
      expect.objectContaining({ name: 'Sun, Nov 29', leads: 0, isQuiet: true }),
      expect.objectContaining({ name: 'Mon, Nov 30', label: 'Today', leads: 1, isUnfinished: true }),
    ]);
  });

  it('has no unfinished day in a period that has ended', () => {
    const spans = divideReport({ from: '2026-10-01', to: '2026-10-31', today: '2026-11-27', days: [] });
    expect(spans).toHaveLength(31);
    expect(spans.some(({ isUnfinished }) => isUnfinished)).toBe(false);
  });

  it('divides more than 92 days into months', () => {
    const days = [
      { day: '2028-01-31', leads: 2, spent: '160.00' },
      { day: '2028-02-01', leads: 1, spent: '80.00' },
      { day: '2028-02-29', leads: 3, spent: '240.00' },
    ];
    const spans = divideReport({ from: '2028-01-01', to: '2028-04-10', today: '2028-04-10', days });
    expect(
      spans.map(({ from, to, label, leads, spentCents, isUnfinished }) => [
        from,
        to,
        label,
        leads,
        spentCents,
        isUnfinished,
      ]),
    ).toEqual([
      ['2028-01-01', '2028-01-31', 'Jan', 2, 16_000, false],
      ['2028-02-01', '2028-02-29', 'Feb', 4, 32_000, false],
      ['2028-03-01', '2028-03-31', 'Mar', 0, 0, false],
      ['2028-04-01', '2028-04-10', 'This month', 0, 0, true],
    ]);
    expect(spans[1]?.name).toBe('February 2028');
    expect(divideReport({ from: '2028-01-01', to: '2028-04-01', today: '2028-04-01', days })).toHaveLength(
      92,
    );
    expect(divideReport({ from: '2028-01-01', to: '2028-04-02', today: '2028-04-02', days })).toHaveLength(4);
  });
});
