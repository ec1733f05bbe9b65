import { acceptLead, DomainError, routes } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import {
  type IngestAdmission,
  isOverloaded,
  MAX_POSTS_IN_FLIGHT,
  MAX_SLOW_POSTS,
  type PostInFlight,
  refuseEarly,
  SLOW_POST_MS,
} from './ingest-admission.js';

/** Returns whether a request is let in while posts of leads are refused. */
function isLetIn(method: string, path: string): boolean {
  const admission = { findRefusal: () => new DomainError('UNAVAILABLE') } as unknown as IngestAdmission;
  const response = {
    setHeader: () => undefined,
    status: () => response,
    type: () => response,
    end: () => undefined,
  };
  let wasLetIn = false;
  refuseEarly(admission)({ method, path } as never, response as never, () => (wasLetIn = true));
  return wasLetIn;
}

it.each([
  routes.postLead.path,
  `${routes.postLead.path}/`,
  routes.postLead.path.toUpperCase(),
  routes.postLeads.path,
])('refuses a post to %s', (path) => {
  expect(isLetIn('POST', path)).toBe(false);
});

it('lets every other request in', () => {
  expect(isLetIn('POST', routes.pingLead.path)).toBe(true);
  expect(isLetIn('OPTIONS', routes.postLead.path)).toBe(true);
});

const NOW = 100_000;
const aged = (count: number, ageMs: number): PostInFlight[] =>
  Array.from({ length: count }, () => ({ startedAt: NOW - ageMs }));
const check = (posts: readonly PostInFlight[]): boolean => isOverloaded(posts, posts.length, NOW);

describe('isOverloaded', () => {
  it('is false for many fast posts', () => {
    expect(check([])).toBe(false);
    expect(check(aged(MAX_POSTS_IN_FLIGHT - 1, SLOW_POST_MS - 1))).toBe(false);
  });

  it('is false for a few slow posts among fast ones', () => {
    expect(check([...aged(MAX_SLOW_POSTS - 1, 60_000), ...aged(500, 10)])).toBe(false);
  });

  it('is true once several posts are slow', () => {
    expect(check(aged(MAX_SLOW_POSTS, SLOW_POST_MS))).toBe(true);
    expect(check([...aged(MAX_SLOW_POSTS, 1_500), ...aged(500, 10)])).toBe(true);
  });

  it('is true for too many posts of any age', () => {
    expect(check(aged(MAX_POSTS_IN_FLIGHT, 0))).toBe(true);
  });

  it.each([0.5, 1.3, 3, 8])(
    'serves nearly all that the service can, and nothing too late, at %d times its capacity',
    (load) => {
      const result = simulate({ capacityPerSecond: 50, load, seconds: 60 });
      expect(result.longestWaitMs).toBeLessThan(acceptLead.timeoutMs);
      expect(result.served).toBeGreaterThan(0.95 * Math.min(load, 1) * 50 * 60);
    },
  );
});

/** A single server that serves posts in the order of their arrival. */
function simulate(options: { capacityPerSecond: number; load: number; seconds: number }) {
  const serviceMs = 1_000 / options.capacityPerSecond;
  const arrivalMs = serviceMs / options.load;
  const inFlight: (PostInFlight & { end: number })[] = [];
  let freeAt = 0;
  let served = 0;
  let longestWaitMs = 0;
  for (let now = 0; now < options.seconds * 1_000; now += arrivalMs) {
    while (inFlight[0] && inFlight[0].end <= now) inFlight.shift();
    if (isOverloaded(inFlight, inFlight.length, now)) continue;
    freeAt = Math.max(freeAt, now) + serviceMs;
    inFlight.push({ startedAt: now, end: freeAt });
    longestWaitMs = Math.max(longestWaitMs, freeAt - now);
    served += 1;
  }
  return { served, longestWaitMs };
}
