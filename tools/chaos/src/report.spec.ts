import { describe, expect, it } from '@jest/globals';
import type { Cell } from './plan/plan.js';
import { summaryLine, totalsOf, waveLines } from './report.js';

const cell = (number: number): Cell => ({
  number,
  kind: { name: 'billing.charge-in-flight', faults: [] },
  circumstance: 'plain',
  leads: 2,
  seed: 1,
});
const result = (number: number, notHit: string[] = []) => ({
  cell: cell(number),
  leadIds: ['a', 'b'],
  done: notHit.length > 0 ? [] : ['killed billing'],
  kills: 1 - notHit.length,
  notHit,
});
const good = { cells: [result(1), result(2)], drainedMs: 3_140, violations: [] };
const bad = {
  cells: [result(3, ['billing.charge-in-flight'])],
  drainedMs: 90_000,
  violations: [{ promise: 'sold-once', row: { lead: 'x', count: 2 } }],
};

describe('the report', () => {
  it('has a line for each cell', () => {
    const lines = waveLines(good, 60);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^cell {2}1\/60 {2}billing\.charge-in-flight \(plain\) +leads 2 {2}killed billing {2}drained 3\.1 s {2}ok$/,
    );
  });

  it('shows what was not hit and what was broken', () => {
    expect(waveLines(bad, 60).map((line) => line.trim())).toEqual([
      expect.stringMatching(/NOT HIT$/),
      'not hit in cell 3: billing.charge-in-flight',
      '✗ sold-once: 1',
      '{"lead":"x","count":2}',
    ]);
  });

  it('sums up, and is only green when all is', () => {
    expect(summaryLine(totalsOf([good]), 7, 61_000)).toBe(
      '✓ 2 cells, 2 kills, 0 not hit, 0 violations, 4 leads acknowledged, seed 7, 61.0 s',
    );
    expect(summaryLine(totalsOf([good, bad]), 7, 61_000)).toMatch(
      /^✗ 3 cells, 2 kills, 1 not hit, 1 violations/,
    );
  });
});
