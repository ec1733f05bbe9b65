import { describe, expect, it } from '@jest/globals';
import type { Sample } from '../load/load.js';
import { callNames, type CallName } from './calls.js';
import { type IngestResult, type Measured, toReport } from './report.js';

const lasting = (...durationsMs: number[]): Measured => ({
  samples: durationsMs.map((durationMs) => ({ dueAt: 1_000, acceptedAt: 1_000 + durationMs })),
  elapsedMs: 500,
});
const measured = {
  ...(Object.fromEntries(callNames.map((name) => [name, lasting(4, 6)])) as Record<CallName, Measured>),
  insert: lasting(2, 3),
};
const resultOf = (samples: readonly Sample[]): IngestResult => ({
  machine: { cores: 2, model: 'Test', node: 'v24' },
  load: { busy: 0.5, loadAverage: 1 },
  phases: [
    {
      concurrency: 8,
      requests: 3,
      measured: { ...measured, json: { samples: [...measured.json.samples, ...samples], elapsedMs: 500 } },
    },
  ],
  findings: [],
});

describe('toReport', () => {
  it('compares each call with the baseline, and counts refused posts separately', () => {
    const refused = { dueAt: 1_000, retryAfterMs: 2_000, error: 'status 503 instead of 201' };
    const { text, isSound } = toReport(resultOf([refused]));
    expect(isSound).toBe(true);
    expect(text).toMatch(/^baseline: one insert behind HTTP +2\.0 +3\.0 +× 1\.0 +4 +0$/m);
    expect(text).toMatch(/^a lead as JSON +4\.0 +6\.0 +× 2\.0 +4 +1$/m);
  });

  it('is unsound if a call was not answered as expected', () => {
    const { text, isSound } = toReport(resultOf([{ dueAt: 1_000, error: 'status 500 instead of 201' }]));
    expect(isSound).toBe(false);
    expect(text).toContain('✗ 1 errors: json: status 500 instead of 201');
  });
});
