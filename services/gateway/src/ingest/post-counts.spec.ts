import { expect, it } from '@jest/globals';
import { PostCounts } from './post-counts.js';

/** Twelve posts per second from 1 s to 2 s, then twenty until 3 s, counted four times a second from 0 s on. */
function posted(): PostCounts {
  const counts = new PostCounts();
  for (let now = 0; now <= 3_000; now += 250) {
    const perSecond = now <= 1_000 ? 0 : now <= 2_000 ? 12 : 20;
    for (let post = 0; post < perSecond / 4; post += 1) counts.count();
    counts.takeSnapshot(now);
  }
  return counts;
}

it('returns the rate between any two times', () => {
  const counts = posted();
  expect(counts.ratePerSecond(1_000, 2_000)).toBe(12);
  expect(counts.ratePerSecond(1_500, 2_500)).toBe(16);
  expect(counts.ratePerSecond(2_100, 2_200)).toBeCloseTo(20);
});

it('returns the average since its first post for times before', () => {
  expect(posted().ratePerSecond(-5_000, -4_000)).toBe(16);
  expect(new PostCounts().ratePerSecond(0, 1_000)).toBe(0);
});

it('is idle until the next post', () => {
  const counts = posted();
  expect(counts.isIdle).toBe(true);
  counts.count();
  expect(counts.isIdle).toBe(false);
});
