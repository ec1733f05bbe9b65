import { describe, expect, it } from '@jest/globals';
import { Clock } from '../load/clock.js';
import type { Sample } from '../load/sample.js';
import { callNames, type CallName } from './calls.js';
import { figuresOf, minus } from './figures.js';
import { Measurement, type Samples } from './measure.js';
import { toReport } from './report.js';

const taking = (...times: number[]): Sample[] =>
  times.map((time) => ({ dueAt: 1_000, acceptedAt: 1_000 + time }));

const samples: Samples = {
  user: taking(3, 4),
  login: taking(40, 60),
  toggle: taking(9, 12),
  hash: taking(30, 45),
  bare: taking(1, 1),
  update: taking(2, 2),
  rpc: taking(2, 3),
  loginFloor: taking(4, 5),
  rpcs: taking(6, 9),
  toggleFloor: taking(8, 10),
};

const machine = { cores: 2, model: 'Test', node: 'v24' };
const result = { machine, load: { busy: 0.5, loadAverage: 1 }, findings: [] };

describe('figures of the api', () => {
  it('are percentiles less those of the hash, of the bare RPCs and of the floor', () => {
    const figures = figuresOf(samples);
    expect(figures.times.login).toMatchObject({ count: 2, p50: 40, p99: 60 });
    expect(figures.loginWithoutHash).toEqual({ p50: 10, p99: 15 });
    expect(figures.overRpcs).toEqual({
      user: { p50: 1, p99: 1 },
      loginWithoutHash: { p50: 8, p99: 12 },
      toggle: { p50: 3, p99: 3 },
    });
    expect(figures.overFloor).toEqual({
      user: { p50: 1, p99: 1 },
      loginWithoutHash: { p50: 6, p99: 10 },
      toggle: { p50: 1, p99: 2 },
    });
    expect(figures.errors).toEqual([]);
  });

  it('do not exist without an answer, and errors name their call', () => {
    const failed = figuresOf({ ...samples, rpc: [{ dueAt: 1, error: 'status 503' }] });
    expect(failed.overRpcs.user).toBeUndefined();
    expect(failed.errors).toEqual(['rpc: status 503']);
    expect(minus(undefined, { p50: 1, p99: 1 })).toBeUndefined();
  });
});

describe('the report of the api', () => {
  const phase = { concurrency: 1, requests: 2, samples };

  it('compares each request to its RPCs and its floor', () => {
    const { text, isSound, json } = toReport({ ...result, phases: [phase] });
    expect(isSound).toBe(true);
    expect(text).toMatch(/^toggle +9\.0 +12\.0 +\+3\.0 +\+3\.0 +\+1\.0$/m);
    expect(text).toMatch(/^login without the hash \(.*\) +10\.0 +15\.0 +\+8\.0 +\+12\.0 +\+6\.0$/m);
    expect(text).toContain('✗ target: one at a time, p50 over its floor less than 2 bare RPCs, 2.0 ms');
    expect(json).toMatchObject({ scenario: 'api', target: { p50OverFloorMs: 2, met: false } });
  });

  it('is met by what is close to its floor, and unsound with an error', () => {
    const close = { ...phase, samples: { ...samples, login: taking(33), toggle: taking(5) } };
    expect(toReport({ ...result, phases: [close] }).text).toContain('✓ target');
    const failing = { ...phase, samples: { ...samples, user: [{ dueAt: 1, error: 'status 500' }] } };
    const report = toReport({ ...result, phases: [failing] });
    expect(report.isSound).toBe(false);
    expect(report.text).toContain('✗ 1 errors: user: status 500');
  });
});

describe('a measurement', () => {
  it('makes as many calls of each kind as asked for, in turns, and goes on counting', async () => {
    const made: string[] = [];
    const calls = Object.fromEntries(
      callNames.map((name) => [name, (index: number) => Promise.resolve(made.push(`${name}${index}`))]),
    ) as Record<CallName, (index: number) => Promise<unknown>>;
    const measurement = new Measurement(calls, new Clock());
    const first = await measurement.run({ concurrency: 1, requests: 5, rounds: 2 });
    expect(callNames.map((name) => first[name].length)).toEqual(callNames.map(() => 5));
    expect(made.slice(0, 4)).toEqual(['user0', 'user1', 'user2', 'hash0']);
    const ofOneRound = 3 * callNames.length;
    expect(made.slice(ofOneRound, ofOneRound + 3)).toEqual(['user3', 'user4', 'hash3']);
    await measurement.run({ concurrency: 2, requests: 1, rounds: 1 });
    expect(made).toContain('user5');
  });
});
