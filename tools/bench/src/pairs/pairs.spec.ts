import { describe, expect, it } from '@jest/globals';
import { type Arm, compare, isReal, type Round, type Timed } from './compare.js';
import { toReport } from './report.js';

/** The same numbers in each run. */
function fromSeed(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const answer = (ms: number, changes: Partial<Timed> = {}): Timed => ({
  status: 401,
  headers: { 'content-type': 'application/problem+json' },
  body: '{"code":"INVALID_CREDENTIALS"}',
  ...{ ms, ...changes },
});

/** 10 ms and up to half as much again by chance, in each arm, and what is added to the known one. */
function roundsWith(
  extraMs: number,
  change: (arm: Arm, index: number) => Partial<Timed> = () => ({}),
): Round[] {
  const random = fromSeed(7);
  const time = (extra = 0): number => 10 + 5 * random() ** 3 + extra;
  return Array.from({ length: 1_000 }, (_, index) => ({
    known: answer(time(extraMs), change('known', index)),
    unknown: answer(time(), change('unknown', index)),
    other: answer(time(), change('other', index)),
  }));
}
const judge = (rounds: readonly Round[]) => compare(rounds, fromSeed(3));

describe('known and unknown addresses', () => {
  it('are not told apart by chance', () => {
    const { sameTime, sameAnswers, difference, times } = judge(roundsWith(0));
    expect([sameTime, sameAnswers]).toEqual([true, true]);
    expect(difference.interval[0]).toBeLessThan(0);
    expect(difference.interval[1]).toBeGreaterThan(0);
    expect(times.known.p95).toBeGreaterThan(times.known.median);
  });

  it.each([0.4, -0.4])('are told apart by %d ms', (extra) => {
    const { sameTime, difference, noise } = judge(roundsWith(extra));
    expect(sameTime).toBe(false);
    expect(Math.abs(difference.ms - extra)).toBeLessThan(0.2);
    expect(Math.abs(noise.ms)).toBeLessThan(0.2);
  });

  it('are only told apart by what is both certain and more than 2 %', () => {
    expect(isReal({ ms: 0.19, interval: [0.1, 0.3] }, 10)).toBe(false);
    expect(isReal({ ms: 0.21, interval: [-0.1, 0.5] }, 10)).toBe(false);
    expect(isReal({ ms: 0.21, interval: [0.1, 0.3] }, 10)).toBe(true);
    expect(isReal({ ms: -0.21, interval: [-0.3, -0.1] }, 10)).toBe(true);
  });

  it.each<[string, Partial<Timed>]>([
    ['status', { status: 429 }],
    ['body', { body: '{"code":"INVALID_CREDENTIALS" }' }],
    ['header', { headers: { 'content-type': 'application/problem+json', 'retry-after': '2' } }],
  ])('are told apart by one other %s', (_what, change) => {
    const { sameAnswers } = judge(
      roundsWith(0, (arm, index) => (arm === 'known' && index === 3 ? change : {})),
    );
    expect(sameAnswers).toBe(false);
  });
});

describe('the report of the pairs', () => {
  const report = (rounds: readonly Round[]) =>
    toReport({
      machine: { cores: 2, model: 'Test', node: 'v24' },
      load: { busy: 0.5, loadAverage: 1 },
      count: 1_000,
      endpoints: [{ endpoint: 'login', ...judge(rounds) }],
      findings: [],
    });

  it('is sound when nothing tells them apart', () => {
    const { isSound, text } = report(roundsWith(0));
    expect(isSound).toBe(true);
    expect(text).toContain('✓ login: the same status, headers and body: 401 {"code":"INVALID_CREDENTIALS"}');
    expect(text).toContain('✓ login: no difference in time beyond noise');
  });

  it('is not when the time or an answer does', () => {
    expect(report(roundsWith(0.4))).toMatchObject({ isSound: false });
    const { isSound, text } = report(roundsWith(0, (arm) => (arm === 'known' ? { status: 200 } : {})));
    expect(isSound).toBe(false);
    expect(text).toContain('✗ login: the answers differ');
  });
});
