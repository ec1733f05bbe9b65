import { describe, expect, it } from '@jest/globals';
import { AcceptancePace, MIN_PER_SECOND } from './acceptance-pace.js';
import type { BacklogTrend } from './backlog-trend.js';

const INTERVAL_MS = 250;
const NONE: BacklogTrend[] = [{ kind: 'none' }];

/** At `now`, a step that handled messages of `progressMs` in the last second, the next of which is `ageMs` old. */
const behind = (now: number, progressMs: number, ageMs = 500): BacklogTrend => ({
  kind: 'behind',
  arrivedFrom: now - ageMs - progressMs,
  arrivedUntil: now - ageMs,
  elapsedMs: 1_000,
  ageMs,
  isGrowing: progressMs < 1_000,
});

/** Accepts that many leads per second for three seconds. */
function paceAfter(leadsPerSecond: number): AcceptancePace {
  const pace = new AcceptancePace();
  pace.adjust(NONE, 0);
  for (let now = INTERVAL_MS; now <= 3_000; now += INTERVAL_MS) {
    for (let lead = 0; lead < leadsPerSecond / 4; lead += 1) pace.countPosted();
    pace.adjust(NONE, now);
  }
  return pace;
}

/** Half of what was accepted has been handled. */
function limited(): AcceptancePace {
  const pace = paceAfter(200);
  pace.adjust([behind(3_000, 500)], 3_000);
  return pace;
}

describe('AcceptancePace', () => {
  it('accepts everything until a step falls behind, also while one catches up', () => {
    const pace = paceAfter(2_000);
    pace.adjust([behind(3_000, 1_200)], 3_000);
    expect(pace.isOpen(3_000)).toBe(true);
    expect(pace.limitPerSecond).toBe(Infinity);
  });

  it('then accepts what the slowest step handles, spread over time', () => {
    const pace = paceAfter(200);
    pace.adjust([behind(3_000, 900), behind(3_000, 500), { kind: 'none' }], 3_000);
    expect(pace.limitPerSecond).toBe(100);
    let accepted = 0;
    for (let now = 3_000; now < 4_000; now += 1)
      while (pace.isOpen(now)) {
        pace.takePlace();
        accepted += 1;
      }
    expect(accepted).toBeGreaterThan(95);
    expect(accepted).toBeLessThanOrEqual(125);
  });

  it.each([
    [1_500, 160],
    [2_500, 120],
    [3_000, 100],
    [30_000, 100],
  ])('accepts less while messages wait for %d ms, so that they wait shorter', (ageMs, limit) => {
    const pace = paceAfter(200);
    const trend = { ...behind(3_000, 1_000), ageMs, isGrowing: true } as BacklogTrend;
    pace.adjust([trend], 3_000);
    expect(pace.limitPerSecond).toBe(limit);
  });

  it('lets another post in once a place is given back', () => {
    const pace = limited();
    while (pace.isOpen(3_100)) pace.takePlace();
    pace.giveBackPlace();
    expect(pace.isOpen(3_100)).toBe(true);
    pace.takePlace();
    expect(pace.isOpen(3_100)).toBe(false);
  });

  it('accepts at least half of what was posted in the last second, whatever a measurement says', () => {
    const pace = paceAfter(200);
    pace.adjust([behind(3_000, 1)], 3_000);
    expect(pace.limitPerSecond).toBe(100);
    pace.adjust([behind(3_250, 1)], 3_250);
    expect(pace.limitPerSecond).toBe(75);
  });

  it.each([
    { doPostsWait: true, kind: 'busy', limit: 100 },
    { doPostsWait: true, kind: 'none', limit: Infinity },
    { doPostsWait: false, kind: 'busy', limit: Infinity },
  ] as const)(
    'accepts $limit a second if posts wait for lead-router: $doPostsWait, and a step is $kind',
    ({ doPostsWait, kind, limit }) => {
      const pace = paceAfter(200);
      pace.adjust([{ kind: 'none' }, { kind }], 3_000, doPostsWait);
      expect(pace.limitPerSecond).toBe(limit);
    },
  );

  it.each<BacklogTrend['kind']>(['busy', 'unknown'])(
    'does not raise the limit while a step is %s',
    (kind) => {
      const pace = limited();
      pace.noteRefusal(3_250);
      pace.adjust([{ kind: 'none' }, { kind } as BacklogTrend], 3_250);
      expect(pace.limitPerSecond).toBe(100);
    },
  );

  it('raises the limit while no step is busy: quickly, but slowly from about what the step handled at best', () => {
    const pace = paceAfter(200);
    pace.adjust([behind(3_000, 900)], 3_000);
    pace.adjust([behind(4_000, 900, 3_000)], 4_000);
    const best = 180;
    expect(pace.limitPerSecond).toBeCloseTo(best / 2);
    const limits = [pace.limitPerSecond];
    for (let now = 4_250; now < 10_000; now += INTERVAL_MS) {
      pace.noteRefusal(now);
      pace.adjust(NONE, now);
      limits.push(pace.limitPerSecond);
    }
    const steps = limits.slice(1).map((limit, i) => ({ from: limits[i] ?? 0, by: limit / (limits[i] ?? 0) }));
    for (const { from, by } of steps) expect(by).toBeCloseTo(from < 0.9 * best ? 1.1 : 1.01);
    expect(limits.at(-1)).toBeGreaterThan(best);
  });

  it('does not fall far for one measurement that is far too low', () => {
    const pace = limited();
    pace.adjust([behind(4_000, 10)], 4_000);
    expect(pace.limitPerSecond).toBeCloseTo(97);
  });

  it('follows a step that has become slower', () => {
    const pace = limited();
    for (let now = 3_250; now <= 20_000; now += INTERVAL_MS) pace.adjust([behind(now, 10)], now);
    expect(pace.limitPerSecond).toBeLessThan(20);
  });

  it('knows how many posts it refuses for each that it accepts', () => {
    const pace = limited();
    expect(pace.excess(3_000)).toBe(0);
    for (let count = 0; count < 300; count += 1) pace.noteRefusal(4_000);
    pace.adjust(NONE, 4_000);
    expect(pace.excess(4_000)).toBeCloseTo(300 / pace.limitPerSecond);
  });

  it('lifts the limit once nothing was refused for three seconds', () => {
    const pace = limited();
    pace.noteRefusal(3_250);
    pace.adjust(NONE, 6_000);
    expect(pace.limitPerSecond).toBeLessThan(Infinity);
    pace.adjust(NONE, 6_250);
    expect(pace.limitPerSecond).toBe(Infinity);
  });

  it('limits a copy that is new by what it has accepted since', () => {
    const pace = paceAfter(200);
    pace.adjust([{ ...behind(3_000, 700, 60_000), ageMs: 500 } as BacklogTrend], 3_000);
    expect(pace.limitPerSecond).toBe(140);
  });

  it('never stops intake', () => {
    const pace = limited();
    for (let now = 3_250; now < 60_000; now += INTERVAL_MS) pace.adjust([behind(now, 1)], now);
    expect(pace.limitPerSecond).toBe(MIN_PER_SECOND);
  });
});
