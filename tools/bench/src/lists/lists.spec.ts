import { describe, expect, it } from '@jest/globals';
import type { Sample } from '../load/sample.js';
import { rowsOf, toReport } from './report.js';

const taking = (...times: number[]): Sample[] => times.map((time) => ({ dueAt: 0, acceptedAt: time }));
const phases = (few: Sample[], many: Sample[]) => [
  { rows: 1_000, samples: new Map([['leads', few]]) },
  { rows: 1_000_000, samples: new Map([['leads', many]]) },
];

describe('the target of lists', () => {
  it.each([
    ['is met by a list that hardly slows down', taking(10, 12), taking(11, 20), true],
    ['is missed by one that takes more than twice as long', taking(10, 12), taking(11, 25), false],
    ['is missed by one that was slow already', taking(40, 45), taking(40, 55), false],
    ['is missed by one that gave no answer', taking(10), [], false],
  ])('%s', (_what, few, many, met) => {
    expect(rowsOf(phases(few, many))).toMatchObject([{ name: 'leads', met }]);
  });

  it('is not said to be sound when a list failed', () => {
    const failed: Sample[] = [{ dueAt: 0, error: 'status 500' }];
    const result = {
      machine: { cores: 2, model: 'any', node: 'v24' },
      load: { busy: 0, loadAverage: 0 },
      requests: 1,
    };
    const report = toReport({ ...result, phases: phases(taking(1), failed) });
    expect(report.isSound).toBe(false);
    expect(report.text).toContain('leads: status 500');
  });
});
