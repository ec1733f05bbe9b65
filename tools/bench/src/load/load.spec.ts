import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Clock } from './clock.js';
import { closedLoop } from './closed-loop.js';
import { openLoop } from './open-loop.js';
import { latencyOf, ratePerSecond, type Sample, take } from './sample.js';

const clock = new Clock();

describe('the open loop', () => {
  it('keeps its rate while nothing is answered, and counts from when a call was due', async () => {
    const due: number[] = [];
    let open = 0;
    let most = 0;
    await openLoop({ count: 10, ratePerSecond: 200, clock }, async (_index, dueAt) => {
      due.push(dueAt);
      open += 1;
      most = Math.max(most, open);
      await pause(100);
      open -= 1;
    });
    expect(due).toHaveLength(10);
    due.slice(1).forEach((at, index) => expect(at - (due[index] ?? 0)).toBeCloseTo(5, 3));
    expect(most).toBeGreaterThan(5);
  });

  it('does not move what is due when the sender itself is held up', async () => {
    const lags: number[] = [];
    await openLoop({ count: 5, ratePerSecond: 1_000, clock }, (index, dueAt) => {
      const until = clock.now() + 30;
      while (index === 0 && clock.now() < until);
      lags.push(clock.now() - dueAt);
      return Promise.resolve();
    });
    expect(lags[1]).toBeGreaterThan(20);
  });
});

describe('the closed loop', () => {
  it('has so many in flight and stops at the most', async () => {
    let open = 0;
    let most = 0;
    const made = await closedLoop({ concurrency: 4, forMs: 10_000, most: 21, clock }, async () => {
      open += 1;
      most = Math.max(most, open);
      await pause(1);
      open -= 1;
    });
    expect(made).toBe(21);
    expect(most).toBe(4);
  });
});

describe('samples', () => {
  it('count errors beside the times', async () => {
    const samples: Sample[] = [];
    await take(samples, 1_000, (sample) => {
      sample.acceptedAt = 1_010;
      sample.mailedAt = 1_500;
      return Promise.resolve();
    });
    await take(samples, 1_000, () => Promise.reject(new Error('status 503')));
    expect(latencyOf(samples)).toMatchObject({
      accepted: { count: 1, p50: 10 },
      mailed: { p50: 500 },
      errors: 1,
    });
    expect(ratePerSecond(samples, 'mailedAt')).toBe(2);
    expect(ratePerSecond([], 'mailedAt')).toBe(0);
  });
});
