import { describe, expect, it } from '@jest/globals';
import { compare, type Decisions, toReport } from './report.js';
import type { Decision } from './router.js';

const lasting = (...durationsMs: number[]): Decision[] =>
  durationsMs.map((decisionMs) => ({ result: 'reserved', decisionMs, transactionMs: decisionMs + 1 }));
const measured = (few: readonly Decision[], many: readonly Decision[]) => ({
  name: 'a new lead',
  decisions: [
    { buyers: 1_000, decisions: few },
    { buyers: 100_000, decisions: lasting(999) },
    { buyers: 1_000_000, decisions: many },
  ] satisfies Decisions[],
});

describe('compare', () => {
  it.each([
    ['meets the target up to 1.5 times', lasting(2, 4), lasting(3, 6), true],
    ['misses the target with a higher median', lasting(2, 4), lasting(3.1, 4), false],
    ['misses the target with a higher p95', lasting(2, 4), lasting(2, 6.1), false],
    ['meets the target up to a p99 of 10 ms', lasting(9, 10), lasting(9, 10), true],
    ['misses the target with a higher p99', lasting(9, 10.1), lasting(9, 10.1), false],
    ['misses the target without a decision', lasting(2), [], false],
  ])('%s', (_what, few, many, isMet) => {
    expect(compare(measured(few, many)).isMet).toBe(isMet);
  });
});

describe('toReport', () => {
  const input = (decisions: readonly Decision[]) => ({
    machine: { cores: 2, model: 'any', node: 'v24' },
    load: { busy: 0, loadAverage: 0 },
    requests: 2,
    waitingLeads: 100_000,
    measured: [measured(lasting(1, 1), decisions)],
    midnights: [{ buyers: 1_000, due: 500, seconds: 0.1, decisions: lasting(1) }],
  });

  it('shows each number of buyers, and whether the target is met', () => {
    const report = toReport(input(lasting(1, 1)));
    expect(report.isSound).toBe(true);
    expect(report.text).toMatch(/a new lead +1,000,000 +1\.00 +1\.00/);
    expect(report.text).toContain('✓ target: a new lead');
  });

  it('counts leads left to a transaction that may wait, and is unsound if a lead found no buyer', () => {
    const busy: Decision = { result: 'busy', decisionMs: 1, transactionMs: 1 };
    expect(toReport(input([...lasting(1), busy]))).toMatchObject({ isSound: true });
    const report = toReport(input([...lasting(1), { ...busy, result: 'no-buyer' }]));
    expect(report.isSound).toBe(false);
    expect(report.text).toContain('no-buyer with 1,000,000 buyers');
  });
});
