import { describe, expect, it } from '@jest/globals';
import type { Trial } from './plan/plan.js';
import { batchLines, isFailed, summaryLine, totalsOf } from './report.js';

const trial = (number: number): Trial => ({
  number,
  kind: { name: 'lead-router:leads.accept:handled', faults: [] },
  circumstance: 'plain',
  leads: 2,
  seed: 1,
});
const result = (number: number, notInjected: string[] = []) => ({
  trial: trial(number),
  leadIds: ['a', 'b'],
  done: notInjected.length > 0 ? [] : ['killed lead-router'],
  kills: 1 - notInjected.length,
  notInjected,
  heldUp: [],
});
const passed = {
  trials: [result(1), result(2)],
  drainMs: 3_140,
  recoveryMs: 3_000,
  arrivals: { messages: 9, repeated: 1 },
  violations: [],
};
const failed = {
  trials: [result(3, ['lead-router:leads.accept:handled'])],
  drainMs: 90_000,
  recoveryMs: 90_000,
  arrivals: { messages: 12, repeated: 2 },
  violations: [{ invariant: 'sold-once', row: { lead: 'x', count: 2 } }],
};

describe('batchLines', () => {
  it('prints one line for each trial', () => {
    const lines = batchLines(passed, 60);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^trial {2}1\/60 {2}lead-router:leads\.accept:handled \(plain\) +leads 2 {2}killed lead-router {2}drained 3\.1 s {2}ok$/,
    );
  });

  it('prints faults that did not happen, and violations', () => {
    expect(batchLines(failed, 60).map((line) => line.trim())).toEqual([
      expect.stringMatching(/NOT INJECTED$/),
      'not injected in trial 3: lead-router:leads.accept:handled',
      '✗ sold-once: 1',
      '{"lead":"x","count":2}',
    ]);
  });
});

describe('summaryLine', () => {
  it('states how soon unknown payments were resolved, and fails after two minutes', () => {
    const after = (durationMs: number) =>
      totalsOf([{ ...passed, trials: [{ ...result(1), resolution: { payments: 4, durationMs } }] }]);
    expect(summaryLine(after(8_200), 7, 61_000)).toContain(
      "recovery from a kill 3.0 s, 4 unknown charges and refunds resolved within 8.2 s of the provider's return, seed 7",
    );
    expect(isFailed(after(120_000))).toBe(false);
    expect(isFailed(after(120_001))).toBe(true);
  });

  it('passes only without violations and with every fault injected', () => {
    expect(isFailed(totalsOf([passed]))).toBe(false);
    expect(summaryLine(totalsOf([passed]), 7, 61_000)).toBe(
      '✓ 2 trials, 2 kills, 0 not injected, 0 violations, 4 leads acknowledged, 9 messages of which 1 repeated (11.11 %, 0.50 per kill), longest recovery from a kill 3.0 s, seed 7, 61.0 s',
    );
    expect(summaryLine(totalsOf([passed, failed]), 7, 61_000)).toMatch(
      /^✗ 3 trials, 2 kills, 1 not injected, 1 violations, 6 leads acknowledged, 12 messages of which 2 repeated \(16\.67 %, 1\.00 per kill\)/,
    );
  });

  it('adds up the messages of several systems', () => {
    const other = { ...passed, arrivals: { messages: 5, repeated: 0 } };
    expect(totalsOf([passed, failed, other])).toMatchObject({ messages: 17, repeated: 2 });
  });

  it('fails if a run of every kind of fault repeats one of a hundred messages', () => {
    const often = totalsOf([{ ...passed, arrivals: { messages: 1_000, repeated: 10 } }]);
    const seldom = totalsOf([{ ...passed, arrivals: { messages: 1_000, repeated: 9 } }]);
    expect([isFailed(often, true), isFailed(seldom, true)]).toEqual([true, false]);
    expect(summaryLine(often, 7, 61_000, true)).toMatch(/^✗/);
  });

  it('lets chosen faults and short runs repeat more', () => {
    const often = totalsOf([{ ...passed, arrivals: { messages: 1_000, repeated: 10 } }]);
    const short = totalsOf([{ ...passed, arrivals: { messages: 999, repeated: 10 } }]);
    expect([isFailed(often), isFailed(short, true)]).toEqual([false, false]);
  });

  it('states no share without repetitions', () => {
    const totals = totalsOf([{ ...passed, arrivals: { messages: 9, repeated: 0 } }]);
    expect(summaryLine(totals, 7, 61_000)).toContain('9 messages of which 0 repeated, longest');
  });
});
