import { MAX_REJECTION_COUNTS } from '@desk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RejectionCounts } from './rejection-counter.js';

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
    expect(counts.take()).toEqual({ counts: [], faults: [] });
  });

  it('hands out no more than one command may carry', () => {
    for (let day = 0; day <= MAX_REJECTION_COUNTS; day += 1)
      counts.add(null, 'unknown_key', new Date(noon.getTime() + day * 86_400_000));
    expect([1, 2, 3].map(() => counts.take().counts.length)).toEqual([MAX_REJECTION_COUNTS, 1, 0]);
  });
});
