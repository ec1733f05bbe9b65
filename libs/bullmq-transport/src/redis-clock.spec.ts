import { expect, it } from '@jest/globals';
import { RedisClock } from './redis-clock.js';

const REDIS_TIME_MS = 2_000_000_000_250;

function createClock() {
  let elapsedMs = 0;
  const clock = new RedisClock(() => elapsedMs);
  const answerAfter =
    (roundTripMs: number, atMs = REDIS_TIME_MS) =>
    () => {
      elapsedMs += roundTripMs;
      return Promise.resolve([String(Math.floor(atMs / 1_000)), String((atMs % 1_000) * 1_000)]);
    };
  return { clock, answerAfter, pass: (ms: number) => (elapsedMs += ms) };
}

it('follows the clock of Redis, not that of this machine', async () => {
  const { clock, answerAfter, pass } = createClock();
  await clock.synchronize(answerAfter(40));
  expect(clock.now()).toBeCloseTo(REDIS_TIME_MS + 20, 3);
  pass(1_000);
  expect(clock.now()).toBeCloseTo(REDIS_TIME_MS + 1_020, 3);
});

it('ignores an answer that took too long', async () => {
  const { clock, answerAfter } = createClock();
  await clock.synchronize(answerAfter(10));
  await clock.synchronize(answerAfter(3_000, REDIS_TIME_MS + 60_000));
  expect(clock.now()).toBeCloseTo(REDIS_TIME_MS + 5 + 3_000, 3);
});

it("begins with this machine's time", () => {
  expect(Math.abs(new RedisClock().now() - Date.now())).toBeLessThan(5_000);
});
