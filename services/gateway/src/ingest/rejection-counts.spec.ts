import { MAX_NEW_REFUSED_POSTS, MAX_REJECTION_COUNTS } from '@desk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_REFUSED_POSTS_OF_FUNNEL, RejectionCounts } from './rejection-counter.js';

const FUNNEL = '5e9f5a9e-3d0c-4f0a-8f43-0a8f5c1b2d33';
const noon = new Date('2026-11-22T12:00:00Z');
let counts: RejectionCounts;
beforeEach(() => {
  counts = new RejectionCounts('America/New_York');
});

describe('RejectionCounts', () => {
  it('counts by funnel, day of the reporting time zone and reason', () => {
    counts.add(FUNNEL, 'invalid', noon);
    counts.add(FUNNEL, 'invalid', noon);
    counts.add(FUNNEL, 'malformed', noon);
    counts.add(FUNNEL, 'invalid', new Date('2026-11-23T04:59:59Z'));
    counts.add(FUNNEL, 'invalid', new Date('2026-11-23T05:00:00Z'));
    counts.add(null, 'unknown_key', noon);
    expect(counts.take().counts).toEqual([
      { funnelId: FUNNEL, day: '2026-11-22', reason: 'invalid', count: 3 },
      { funnelId: FUNNEL, day: '2026-11-22', reason: 'malformed', count: 1 },
      { funnelId: FUNNEL, day: '2026-11-23', reason: 'invalid', count: 1 },
      { funnelId: null, day: '2026-11-22', reason: 'unknown_key', count: 1 },
    ]);
  });

  it('counts the posts in which a field was wrong', () => {
    counts.add(FUNNEL, 'invalid', noon, new Set(['email', 'phone']));
    counts.add(FUNNEL, 'invalid', noon, new Set(['email']));
    counts.add(null, 'invalid', noon, new Set(['email']));
    expect(counts.take().faults).toEqual([
      { funnelId: FUNNEL, day: '2026-11-22', field: 'email', count: 2 },
      { funnelId: FUNNEL, day: '2026-11-22', field: 'phone', count: 1 },
    ]);
  });

  it('hands each count out once', () => {
    counts.add(null, 'unknown_key', noon);
    counts.take();
    counts.add(null, 'unknown_key', noon);
    expect(counts.take().counts).toMatchObject([{ count: 1 }]);
    expect(counts.take()).toEqual({ counts: [], faults: [], refusedPosts: [] });
  });

  it('hands out no more than one command may carry', () => {
    for (let day = 0; day <= MAX_REJECTION_COUNTS; day += 1)
      counts.add(null, 'unknown_key', new Date(noon.getTime() + day * 86_400_000));
    expect([1, 2, 3].map(() => counts.take().counts.length)).toEqual([MAX_REJECTION_COUNTS, 1, 0]);
  });

  it('lists the refused posts of known funnels with time, reason and fields, oldest first', () => {
    const later = new Date('2026-11-22T12:00:01.250Z');
    counts.add(null, 'unknown_key', noon);
    counts.add(FUNNEL, 'invalid', noon, new Set(['email', 'phone']));
    counts.add(FUNNEL, 'duplicate', later);
    expect(counts.take().refusedPosts).toEqual([
      { funnelId: FUNNEL, refusedAt: noon.toISOString(), reason: 'invalid', fields: ['email', 'phone'] },
      { funnelId: FUNNEL, refusedAt: later.toISOString(), reason: 'duplicate', fields: [] },
    ]);
  });

  it('lists only the newest posts of a funnel that floods, and counts all of them', () => {
    const timeOf = (second: number) => new Date(noon.getTime() + second * 1_000);
    counts.add('other', 'invalid', noon);
    for (let second = 0; second < 1_000; second += 1) counts.add(FUNNEL, 'too_many_requests', timeOf(second));
    const taken = counts.take();
    expect(taken.counts).toMatchObject([{ count: 1 }, { count: 1_000 }]);
    const posts = taken.refusedPosts.filter(({ funnelId }) => funnelId === FUNNEL);
    expect(posts.map(({ refusedAt }) => refusedAt)).toEqual(
      Array.from({ length: MAX_REFUSED_POSTS_OF_FUNNEL }, (_, index) =>
        timeOf(1_000 - MAX_REFUSED_POSTS_OF_FUNNEL + index).toISOString(),
      ),
    );
    expect(taken.refusedPosts).toHaveLength(MAX_REFUSED_POSTS_OF_FUNNEL + 1);
  });

  it('hands the posts of many funnels out in several batches', () => {
    const funnels = 2 * (MAX_NEW_REFUSED_POSTS / MAX_REFUSED_POSTS_OF_FUNNEL) + 1;
    for (let funnel = 0; funnel < funnels; funnel += 1)
      for (let post = 0; post < MAX_REFUSED_POSTS_OF_FUNNEL; post += 1)
        counts.add(String(funnel), 'invalid', noon);
    expect([1, 2, 3, 4].map(() => counts.take().refusedPosts.length)).toEqual([
      MAX_NEW_REFUSED_POSTS,
      MAX_NEW_REFUSED_POSTS,
      MAX_REFUSED_POSTS_OF_FUNNEL,
      0,
    ]);
  });
});
