import { describe, expect, it } from '@jest/globals';
import type { PostSample } from '../load-generator/lead-poster.js';
import { readOptions } from '../options.js';
import { checkTargets, toRecovery, toStatistics } from './statistics.js';
import { type OverloadResult, toReport } from './report.js';

/** One post each 10 ms from `from` on. Every third is accepted and emailed after `emailMs`, the others are refused. */
const posts = (from: number, count: number, emailMs: number, refusalMs = 5): PostSample[] =>
  Array.from({ length: count }, (_, index) => {
    const dueAt = from + index * 10;
    const sentAt = dueAt + 1;
    return index % 3 === 0
      ? { dueAt, sentAt, acceptedAt: dueAt + 20, emailedAt: dueAt + emailMs, leadId: 'x' }
      : { dueAt, sentAt, refusedAt: dueAt + refusalMs };
  });
const accepted = (from: number, count: number, emailMs: number): PostSample[] =>
  Array.from({ length: count }, (_, index) => {
    const dueAt = from + index * 10;
    return { dueAt, sentAt: dueAt, acceptedAt: dueAt + 5, emailedAt: dueAt + emailMs, leadId: 'x' };
  });

const good = {
  capacity: 34,
  normal: accepted(0, 100, 100),
  overload: posts(10_000, 1_001, 200),
  after: accepted(20_010, 600, 150),
};

describe('toStatistics', () => {
  it('counts only leads that were emailed before the overload ended', () => {
    const statistics = toStatistics(good);
    expect(statistics).toMatchObject({ offeredPerSecond: 100.1, acceptedPerSecond: 33.4 });
    expect(statistics.goodput).toBeCloseTo(32.7);
    expect(checkTargets(statistics)).toEqual({ goodput: true, refusals: true, recovery: true });
    const late = toStatistics({ ...good, overload: posts(10_000, 1_001, 2_000) });
    expect(checkTargets(late).goodput).toBe(false);
  });

  it('measures refusals from when the post was due', () => {
    const statistics = toStatistics({ ...good, overload: posts(10_000, 1_001, 200, 101) });
    expect(statistics.refused?.p99).toBe(101);
    expect(checkTargets(statistics).refusals).toBe(false);
  });

  it('misses the recovery while posts are still refused', () => {
    const statistics = toStatistics({ ...good, after: posts(20_010, 600, 150) });
    expect(statistics.mediansAfter).toEqual(Array(6).fill(undefined));
    expect(checkTargets(statistics).recovery).toBe(false);
  });
});

describe('toRecovery', () => {
  it.each([
    ['at once', [10, 12, 9], 0],
    ['after the last slow second', [90, 10, 50, 12, 9], 3],
    ['never', [10, 10, 50], undefined],
  ])('returns the seconds until every median is normal: %s', (_when, medians, seconds) => {
    expect(toRecovery(medians, 20)).toBe(seconds);
  });
});

describe('toReport', () => {
  const options = readOptions(['--scenario', 'overload']);
  if (!options) throw new Error('no options');
  const result: OverloadResult = {
    options,
    machine: { cores: 2, model: 'any', node: 'v24' },
    load: { busy: 1, loadAverage: 9 },
    measured: good,
    processorMs: { gateway: 5_000, generator: 1_000 },
    elapsedMs: 10_000,
    backlogs: [{ waiting: 0, reserved: 3, unsentEmails: 1 }],
    errors: [],
    findings: [],
  };

  it('shows the targets and the share of the load generator', () => {
    const { text, isSound } = toReport(result);
    expect(isSound).toBe(true);
    expect(text).toContain('✓ target: at least 90 % of the capacity');
    expect(text).toContain('gateway 25 %, generator 5 %');
    expect(text).toContain('0/3/1');
  });

  it('is unsound if an accepted lead was not emailed', () => {
    expect(toReport({ ...result, errors: ['no email'] }).isSound).toBe(false);
  });
});
