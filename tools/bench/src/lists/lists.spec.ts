import { describe, expect, it } from '@jest/globals';
import type { Sample } from '../load/load.js';
import { toReport, toRows } from './report.js';

const lasting = (...durationsMs: number[]): Sample[] =>
  durationsMs.map((durationMs) => ({ dueAt: 0, acceptedAt: durationMs }));
const phases = (few: Sample[], many: Sample[]) => [
  { rows: 1_000, samples: new Map([['leads', few]]) },
  { rows: 1_000_000, samples: new Map([['leads', many]]) },
];

describe('toRows', () => {
  it.each([
    ['meets the target with a small slowdown', lasting(10, 12), lasting(11, 20), true],
    ['misses the target when a list takes more than twice as long', lasting(10, 12), lasting(11, 25), false],
    ['misses the target when a list was already slow', lasting(40, 45), lasting(40, 55), false],
    ['misses the target without an answer', lasting(10), [], false],
  ])('%s', (_what, few, many, isMet) => {
    expect(toRows(phases(few, many))).toMatchObject([{ name: 'leads', isMet }]);
  });
});

describe('toReport', () => {
  it('is unsound if a list failed', () => {
    const failed: Sample[] = [{ dueAt: 0, error: 'status 500' }];
    const result = {
      machine: { cores: 2, model: 'any', node: 'v24' },
      load: { busy: 0, loadAverage: 0 },
      requests: 1,
    };
    const report = toReport({ ...result, phases: phases(lasting(1), failed) });
    expect(report.isSound).toBe(false);
    expect(report.text).toContain('leads: status 500');
  });
});
