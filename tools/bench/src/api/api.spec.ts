import { describe, expect, it } from '@jest/globals';
import { Clock } from '@desk/tool-workload';
import type { Sample } from '../load/sample.js';
import { callNames, type CallName } from './calls.js';
import { subtract, toLatencies } from './latencies.js';
import { Measurement, type Samples } from './measurement.js';
import { toReport } from './report.js';

const lasting = (...durationsMs: number[]): Sample[] =>
  durationsMs.map((durationMs) => ({ dueAt: 1_000, acceptedAt: 1_000 + durationMs }));

const samples: Samples = {
  user: lasting(3, 4),
  login: lasting(40, 60),
  toggle: lasting(9, 12),
  hash: lasting(30, 45),
  bare: lasting(1, 1),
  update: lasting(2, 2),
  rpc: lasting(2, 3),
  twoRpcs: lasting(2, 3),
  loginBaseline: lasting(4, 5),
  threeRpcs: lasting(6, 9),
  toggleBaseline: lasting(8, 10),
};

const machine = { cores: 2, model: 'Test', node: 'v24' };
const result = { machine, load: { busy: 0.5, loadAverage: 1 }, findings: [] };

describe('toLatencies', () => {
  it('subtracts the hash, the bare RPCs and the baselines', () => {
    const latencies = toLatencies(samples);
    expect(latencies.times.login).toMatchObject({ count: 2, p50: 40, p99: 60 });
    expect(latencies.loginWithoutHash).toEqual({ p50: 10, p99: 15 });
    expect(latencies.overRpcs).toEqual({
      user: { p50: 1, p99: 1 },
      loginWithoutHash: { p50: 8, p99: 12 },
      toggle: { p50: 3, p99: 3 },
    });
    expect(latencies.overBaseline).toEqual({
      user: { p50: 1, p99: 1 },
      loginWithoutHash: { p50: 6, p99: 10 },
      toggle: { p50: 1, p99: 2 },
    });
    expect(latencies.errors).toEqual([]);
  });

  it('omits what was not answered, and names the call of each error', () => {
    const failed = toLatencies({ ...samples, twoRpcs: [{ dueAt: 1, error: 'status 503' }] });
    expect(failed.overRpcs.user).toBeUndefined();
    expect(failed.errors).toEqual(['twoRpcs: status 503']);
    expect(subtract(undefined, { p50: 1, p99: 1 })).toBeUndefined();
  });
});

describe('toReport', () => {
  const phase = { concurrency: 1, requests: 2, samples };

  it('compares each request with its RPCs and its baseline', () => {
    const { text, isSound, json } = toReport({ ...result, phases: [phase] });
    expect(isSound).toBe(true);
    expect(text).toMatch(/^toggle +9\.0 +12\.0 +\+3\.0 +\+3\.0 +\+1\.0$/m);
    expect(text).toMatch(/^login without the hash \(.*\) +10\.0 +15\.0 +\+8\.0 +\+12\.0 +\+6\.0$/m);
    expect(text).toContain('✗ target: one at a time, p50 over the baseline below 2 bare RPCs, 2.0 ms');
    expect(json).toMatchObject({ scenario: 'api', target: { p50OverBaselineMs: 2, met: false } });
  });

  it('meets the target close to the baseline, and is unsound with an error', () => {
    const close = { ...phase, samples: { ...samples, login: lasting(33), toggle: lasting(5) } };
    expect(toReport({ ...result, phases: [close] }).text).toContain('✓ target');
    const failing = { ...phase, samples: { ...samples, user: [{ dueAt: 1, error: 'status 500' }] } };
    const report = toReport({ ...result, phases: [failing] });
    expect(report.isSound).toBe(false);
    expect(report.text).toContain('✗ 1 errors: user: status 500');
  });
});

describe('Measurement', () => {
  it('makes the requested number of calls in rounds and continues counting', async () => {
    const made: string[] = [];
    const calls = Object.fromEntries(
      callNames.map((name) => [name, (index: number) => Promise.resolve(made.push(`${name}${index}`))]),
    ) as Record<CallName, (index: number) => Promise<unknown>>;
    const measurement = new Measurement(calls, new Clock());
    const first = await measurement.run({ concurrency: 1, requests: 5, rounds: 2 });
    expect(callNames.map((name) => first[name].length)).toEqual(callNames.map(() => 5));
    expect(made.slice(0, 4)).toEqual(['user0', 'user1', 'user2', 'hash0']);
    const callsPerRound = 3 * callNames.length;
    expect(made.slice(callsPerRound, callsPerRound + 3)).toEqual(['user3', 'user4', 'hash3']);
    await measurement.run({ concurrency: 2, requests: 1, rounds: 1 });
    expect(made).toContain('user5');
  });
});
