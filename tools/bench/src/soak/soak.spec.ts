import { describe, expect, it } from '@jest/globals';
import { readOptions } from '../options.js';
import { type SoakResult, toReport } from './report.js';
import { type Series, trendOf } from './trend.js';

const series = (valueAt: (index: number) => number, over: Partial<Series> = {}): Series => ({
  name: 'gateway memory',
  unit: 'MB',
  isKept: false,
  points: Array.from({ length: 60 }, (_, index) => ({ seconds: index * 10, value: valueAt(index) })),
  ...over,
});
/** Memory between two collections of garbage. */
const sawtooth = (index: number): number => (index % 7) * 4;

describe('trendOf', () => {
  it.each<[string, Series, string]>([
    ['flat for a constant', series(() => 100), 'flat'],
    ['flat for a sawtooth', series((index) => 100 + sawtooth(index)), 'flat'],
    ['grows for a leak under a sawtooth', series((index) => 100 + sawtooth(index) + index), 'grows'],
    ['flat for growth within a tenth', series((index) => 1_000 + index), 'flat'],
    ['flat for a small number of rows', series((index) => index / 2, { unit: 'rows' }), 'flat'],
    ['flat when it shrinks', series((index) => 500 - index), 'flat'],
    ['flat when it only grew at the beginning', series((index) => (index < 10 ? index * 20 : 200)), 'flat'],
    ['kept when leads add to it by design', series((index) => index * 100, { isKept: true }), 'kept'],
    [
      'too short with few samples',
      series((index) => index, { points: [{ seconds: 0, value: 1 }] }),
      'too short',
    ],
  ])('is %s', (_what, given, verdict) => {
    expect(trendOf(given).verdict).toBe(verdict);
  });

  it('returns the slope of the fitted line', () => {
    const trend = trendOf(series((index) => 100 + index));
    expect(trend.slopePerHour).toBeCloseTo(360);
    expect(trend.first).toBeCloseTo(115);
    expect(trend.last).toBeCloseTo(159);
  });
});

describe('toReport', () => {
  const options = readOptions(['--scenario', 'soak']);
  if (!options) throw new Error('no options');
  const result: SoakResult = {
    options,
    machine: { cores: 2, model: 'any', node: 'v24' },
    load: { busy: 0.5, loadAverage: 1 },
    sustainedRate: 60,
    ratePerSecond: 30,
    seconds: 600,
    posts: [{ dueAt: 0, acceptedAt: 10, emailedAt: 100 }],
    series: [series(() => 100)],
    errors: [],
    findings: [],
  };

  it('shows the rule and a verdict for each series', () => {
    const report = toReport(result);
    expect(report.isSound).toBe(true);
    expect(report.text).toContain('30 leads per second for 10.0 min');
    expect(report.text).toMatch(/gateway memory +MB +100\.0 +100\.0 +0\.0 +flat/);
    expect(report.text).toContain('A series grows if');
    expect(report.text).toContain('✓ target');
  });

  it('misses the target if something grows, and is unsound after an error', () => {
    expect(toReport({ ...result, series: [series((index) => index * 10)] }).text).toContain('✗ target');
    expect(toReport({ ...result, errors: ['no email'] }).isSound).toBe(false);
  });
});
