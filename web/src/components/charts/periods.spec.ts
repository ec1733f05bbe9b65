import { REPORT_DAYS_MAX } from '@desk/contracts/leads/agent-report.values';
import { expect, it } from '@jest/globals';
import { addDays, listDays } from '@/lib/calendar-days';
import { getPeriod, getPeriodBefore, type Period, periodLabels, reportParams } from './periods';

const periods = Object.keys(periodLabels) as Period[];

it.each<[Period, string, [string, string], [string, string]]>([
  ['30', '2026-11-27', ['2026-10-29', '2026-11-27'], ['2026-09-29', '2026-10-28']],
  ['30', '2028-03-01', ['2028-02-01', '2028-03-01'], ['2028-01-02', '2028-01-31']],
  ['30', '2027-01-05', ['2026-12-07', '2027-01-05'], ['2026-11-07', '2026-12-06']],
  ['90', '2026-11-27', ['2026-08-30', '2026-11-27'], ['2026-06-01', '2026-08-29']],
  ['month', '2026-11-27', ['2026-11-01', '2026-11-27'], ['2026-10-01', '2026-10-27']],
  ['month', '2026-11-01', ['2026-11-01', '2026-11-01'], ['2026-10-01', '2026-10-01']],
  // The month before is shorter.
  ['month', '2026-03-30', ['2026-03-01', '2026-03-30'], ['2026-02-01', '2026-02-28']],
  ['month', '2028-03-30', ['2028-03-01', '2028-03-30'], ['2028-02-01', '2028-02-29']],
  ['month', '2027-01-31', ['2027-01-01', '2027-01-31'], ['2026-12-01', '2026-12-31']],
  ['last-month', '2026-11-27', ['2026-10-01', '2026-10-31'], ['2026-09-01', '2026-09-30']],
  ['last-month', '2026-03-31', ['2026-02-01', '2026-02-28'], ['2026-01-01', '2026-01-31']],
  ['last-month', '2028-03-31', ['2028-02-01', '2028-02-29'], ['2028-01-01', '2028-01-31']],
  ['last-month', '2027-01-01', ['2026-12-01', '2026-12-31'], ['2026-11-01', '2026-11-30']],
  ['year', '2026-11-27', ['2026-01-01', '2026-11-27'], ['2025-01-01', '2025-11-27']],
  ['year', '2028-02-29', ['2028-01-01', '2028-02-29'], ['2027-01-01', '2027-02-28']],
  ['year', '2027-01-01', ['2027-01-01', '2027-01-01'], ['2026-01-01', '2026-01-01']],
])('%s on %s', (period, today, [from, to], [fromBefore, toBefore]) => {
  expect(getPeriod(period, today)).toEqual({ from, to });
  expect(getPeriodBefore(period, today)).toEqual({ from: fromBefore, to: toBefore });
});

it('never overlaps the period before, and never exceeds what the server counts', () => {
  for (const today of listDays('2027-12-01', '2028-12-31'))
    for (const period of periods) {
      const [now, before] = [getPeriod(period, today), getPeriodBefore(period, today)];
      expect([today, period, before.from <= before.to, before.to < now.from]).toEqual([
        today,
        period,
        true,
        true,
      ]);
      expect(now.to <= today).toBe(true);
      expect(listDays(now.from, now.to).length).toBeLessThanOrEqual(REPORT_DAYS_MAX);
    }
});

it('compares the last days with as many days that end the day before', () => {
  for (const period of ['30', '90'] as const) {
    const [now, before] = [getPeriod(period, '2028-03-05'), getPeriodBefore(period, '2028-03-05')];
    expect(listDays(before.from, before.to)).toHaveLength(Number(period));
    expect(addDays(before.to, 1)).toBe(now.from);
  }
});

it('begins with the last 30 days, which the URL does not name', () => {
  const { parse, format } = reportParams.period;
  expect([null, '', 'week', 'toString'].map(parse)).toEqual(['30', '30', '30', '30']);
  expect(periods.map((period) => parse(period))).toEqual(periods);
  expect(periods.map(format)).toEqual([null, '90', 'month', 'last-month', 'year']);
});
