import { seededRandom } from '@desk/tool-workload';
import { describe, expect, it } from '@jest/globals';
import { type Answer, compare, type Comparison, type Round, type Variant } from './compare.js';
import { toReport } from './enumeration-timing.scenario.js';

const answer = (durationMs: number, changes: Partial<Answer> = {}): Answer => ({
  status: 401,
  headers: { 'content-type': 'application/problem+json' },
  body: '{"code":"INVALID_CREDENTIALS"}',
  durationMs,
  ...changes,
});

/** Every answer takes 10 to 15 ms at random, and `extraMs` longer for known emails. */
function roundsWith(
  extraMs: number,
  change: (variant: Variant, index: number) => Partial<Answer> = () => ({}),
  count = 1_000,
): Round[] {
  const random = seededRandom('times');
  const duration = (extra = 0): number => 10 + 5 * random.number.float() ** 3 + extra;
  return Array.from({ length: count }, (_, index) => ({
    known: answer(duration(extraMs), change('known', index)),
    unknown: answer(duration(), change('unknown', index)),
  }));
}

const equalTimes = compare(roundsWith(0));
const slowerKnown = compare(roundsWith(0.4));

describe('compare', () => {
  it('finds no difference between equal distributions', () => {
    const { hasSameTime, hasSameAnswers, slowerKnownShare, known } = equalTimes;
    expect([hasSameTime, hasSameAnswers]).toEqual([true, true]);
    expect(Math.abs(slowerKnownShare - 0.5)).toBeLessThan(0.05);
    expect(known.p95).toBeGreaterThan(known.median);
  });

  it.each([
    [0.4, slowerKnown],
    [-0.4, compare(roundsWith(-0.4))],
  ])('finds a difference of %d ms', (extraMs, { hasSameTime, differenceMs }) => {
    expect(hasSameTime).toBe(false);
    expect(Math.abs(differenceMs - extraMs)).toBeLessThan(0.2);
  });

  it('ignores a difference of less than 2 % of the median, and one that only few rounds show', () => {
    const always = (extraMs: number) =>
      Array.from({ length: 1_000 }, () => ({ known: answer(10 + extraMs), unknown: answer(10) }));
    expect(compare(always(0.19)).hasSameTime).toBe(true);
    expect(compare(always(0.21)).hasSameTime).toBe(false);
    expect(compare(always(0.21).slice(0, 3)).hasSameTime).toBe(true);
  });

  it.each<[string, Partial<Answer>]>([
    ['status', { status: 429 }],
    ['body', { body: '{"code":"INVALID_CREDENTIALS" }' }],
    ['header', { headers: { 'content-type': 'application/problem+json', 'retry-after': '2' } }],
  ])('finds a single different %s', (_what, change) => {
    const { hasSameAnswers } = compare(
      roundsWith(0, (variant, index) => (variant === 'known' && index === 3 ? change : {}), 20),
    );
    expect(hasSameAnswers).toBe(false);
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
    const otherStatus = compare(roundsWith(0, (variant) => (variant === 'known' ? { status: 200 } : {}), 20));
    const { isSound, text } = report(otherStatus);
    expect(isSound).toBe(false);
    expect(text).toContain('✗ login: the answers differ');
  });
});
