import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Clock, openLoop } from '@desk/tool-workload';
import { closedLoop, collectSample, latencyOf, ratePerSecond, type Sample } from './load.js';

const clock = new Clock();

describe('openLoop', () => {
  it('keeps its rate while no call finishes', async () => {
    const dueTimes: number[] = [];
    const { promise: lastCall, resolve } = Promise.withResolvers<undefined>();
    await openLoop({ count: 10, ratePerSecond: 200, clock }, (_index, dueAt) => {
      if (dueTimes.push(dueAt) === 10) resolve(undefined);
      return lastCall;
    });
    expect(dueTimes).toHaveLength(10);
    dueTimes.slice(1).forEach((at, index) => expect(at - (dueTimes[index] ?? 0)).toBeCloseTo(5, 3));
  });

  it('keeps due times when the sender itself is delayed', async () => {
    const lagsMs: number[] = [];
    await openLoop({ count: 5, ratePerSecond: 1_000, clock }, (index, dueAt) => {
      const until = clock.now() + 30;
      while (index === 0 && clock.now() < until);
      lagsMs.push(clock.now() - dueAt);
      return Promise.resolve();
    });
    expect(lagsMs[1]).toBeGreaterThan(20);
  });
});

describe('closedLoop', () => {
  it('keeps the concurrency and stops at the maximum number of calls', async () => {
    let inFlight = 0;
    let maxInFlight = 0;
    const options = { concurrency: 4, durationMs: 10_000, maxCalls: 21, clock };
    const count = await closedLoop(options, async () => {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      await pause(1);
      inFlight -= 1;
      return undefined;
    });
    expect(count).toBe(21);
    expect(maxInFlight).toBe(4);
  });

  it('waits as long as a response asks, but not beyond the end', async () => {
    const options = { concurrency: 2, durationMs: 60_000, maxCalls: 6, clock };
    const startedAt = clock.now();
    await closedLoop(options, () => Promise.resolve(20));
    expect(clock.now() - startedAt).toBeGreaterThan(35);
    expect(await closedLoop(options, () => Promise.resolve(60_001))).toBe(2);
  });
});

describe('samples', () => {
  it('yield latencies, errors and a rate', async () => {
    const samples: Sample[] = [];
    await collectSample(samples, 1_000, (sample) => {
      sample.acceptedAt = 1_010;
      sample.emailedAt = 1_500;
      return Promise.resolve();
    });
    await collectSample(samples, 1_000, () => Promise.reject(new Error('status 503')));
    expect(latencyOf(samples)).toMatchObject({
      accepted: { count: 1, p50: 10 },
      emailed: { p50: 500 },
    });
    expect(samples[1]).toEqual({ dueAt: 1_000, error: 'status 503' });
    expect(ratePerSecond(samples, 'emailedAt')).toBe(2);
    expect(ratePerSecond([], 'emailedAt')).toBe(0);
  });
});
