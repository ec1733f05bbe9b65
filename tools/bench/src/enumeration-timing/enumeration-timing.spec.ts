import { describe, expect, it } from '@jest/globals';
import { type Answer, compare, type Comparison, isSignificant, type Round, type Variant } from './compare.js';
import { toReport } from './enumeration-timing.scenario.js';

/** Returns the same numbers in every run. Millions are drawn, for which a general-purpose generator is too slow. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const answer = (durationMs: number, changes: Partial<Answer> = {}): Answer => ({
  status: 401,
  headers: { 'content-type': 'application/problem+json' },
  body: '{"code":"INVALID_CREDENTIALS"}',
  ...{ durationMs, ...changes },
});

/** Every answer takes 10 to 15 ms at random, and `extraMs` longer for known emails. */
function roundsWith(
  extraMs: number,
  change: (variant: Variant, index: number) => Partial<Answer> = () => ({}),
  count = 1_000,
): Round[] {
  const random = randomNumbers(7);
  const duration = (extra = 0): number => 10 + 5 * random() ** 3 + extra;
  return Array.from({ length: count }, (_, index) => ({
    known: answer(duration(extraMs), change('known', index)),
    unknown: answer(duration(), change('unknown', index)),
    control: answer(duration(), change('control', index)),
  }));
}
const compareRounds = (rounds: readonly Round[]) => compare(rounds, randomNumbers(3));

const equalTimes = compareRounds(roundsWith(0));
const slowerKnown = compareRounds(roundsWith(0.4));

describe('compare', () => {
  it('finds no difference between equal distributions', () => {
    const { hasSameTime, hasSameAnswers, difference, times } = equalTimes;
    expect([hasSameTime, hasSameAnswers]).toEqual([true, true]);
    expect(difference.interval[0]).toBeLessThan(0);
    expect(difference.interval[1]).toBeGreaterThan(0);
    expect(times.known.p95).toBeGreaterThan(times.known.median);
  });

  it.each([
    [0.4, slowerKnown],
    [-0.4, compareRounds(roundsWith(-0.4))],
  ])('finds a difference of %d ms', (extraMs, { hasSameTime, difference, noise }) => {
    expect(hasSameTime).toBe(false);
    expect(Math.abs(difference.ms - extraMs)).toBeLessThan(0.2);
    expect(Math.abs(noise.ms)).toBeLessThan(0.2);
  });

  it.each<[string, Partial<Answer>]>([
    ['status', { status: 429 }],
    ['body', { body: '{"code":"INVALID_CREDENTIALS" }' }],
    ['header', { headers: { 'content-type': 'application/problem+json', 'retry-after': '2' } }],
  ])('finds a single different %s', (_what, change) => {
    const { hasSameAnswers } = compareRounds(
      roundsWith(0, (variant, index) => (variant === 'known' && index === 3 ? change : {}), 20),
    );
    expect(hasSameAnswers).toBe(false);
  });
});

describe('isSignificant', () => {
  it('requires an interval without 0 and more than 2 % of the median', () => {
    expect(isSignificant({ ms: 0.19, interval: [0.1, 0.3] }, 10)).toBe(false);
    expect(isSignificant({ ms: 0.21, interval: [-0.1, 0.5] }, 10)).toBe(false);
    expect(isSignificant({ ms: 0.21, interval: [0.1, 0.3] }, 10)).toBe(true);
    expect(isSignificant({ ms: -0.21, interval: [-0.3, -0.1] }, 10)).toBe(true);
  });
});

describe('toReport', () => {
  const report = (comparison: Comparison) =>
    toReport({
      machine: { cores: 2, model: 'Test', node: 'v24' },
      load: { busy: 0.5, loadAverage: 1 },
      rounds: 1_000,
      endpoints: [{ endpoint: 'login', ...comparison }],
      errors: [],
      findings: [],
    });

  it('is sound if known and unknown emails are indistinguishable', () => {
    const { isSound, text } = report(equalTimes);
    expect(isSound).toBe(true);
    expect(text).toContain('✓ login: same status, headers and body: 401 {"code":"INVALID_CREDENTIALS"}');
    expect(text).toContain('✓ login: no significant difference in time');
  });

  it('is unsound if the time or an answer differs', () => {
    expect(report(slowerKnown)).toMatchObject({ isSound: false });
    const otherStatus = compareRounds(
      roundsWith(0, (variant) => (variant === 'known' ? { status: 200 } : {}), 20),
    );
    const { isSound, text } = report(otherStatus);
    expect(isSound).toBe(false);
    expect(text).toContain('✗ login: the answers differ');
  });
});
