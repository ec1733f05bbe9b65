import { MAX_REJECTION_COUNTS } from '@desk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { RejectionCounts } from './rejection-counter.js';

const FUNNEL = '5e9f5a9e-3d0c-4f0a-8f43-0a8f5c1b2d33';
const noon = new Date('2026-11-22T12:00:00Z');
let counts: RejectionCounts;
beforeEach(() => {
  counts = new RejectionCounts();
});

describe('RejectionCounts', () => {
  it('counts by funnel, UTC day and reason', () => {
    counts.add(FUNNEL, 'invalid', noon);
    counts.add(FUNNEL, 'invalid', noon);
    counts.add(FUNNEL, 'malformed', noon);
    counts.add(FUNNEL, 'invalid', new Date('2026-11-22T23:59:59Z'));
    counts.add(FUNNEL, 'invalid', new Date('2026-11-23T00:00:00Z'));
    counts.add(null, 'unknown_key', noon);
    expect(counts.take()).toEqual([
      { funnelId: FUNNEL, day: '2026-11-22', reason: 'invalid', count: 3 },
      { funnelId: FUNNEL, day: '2026-11-22', reason: 'malformed', count: 1 },
      { funnelId: FUNNEL, day: '2026-11-23', reason: 'invalid', count: 1 },
      { funnelId: null, day: '2026-11-22', reason: 'unknown_key', count: 1 },
    ]);
  });

  it('hands each count out once', () => {
    counts.add(null, 'unknown_key', noon);
    counts.take();
    counts.add(null, 'unknown_key', noon);
    expect(counts.take()).toMatchObject([{ count: 1 }]);
    expect(counts.take()).toEqual([]);
  });

  it('hands out no more than one command may carry', () => {
    for (let day = 0; day <= MAX_REJECTION_COUNTS; day += 1)
      counts.add(null, 'unknown_key', new Date(noon.getTime() + day * 86_400_000));
    expect([counts.take().length, counts.take().length, counts.take().length]).toEqual([
      MAX_REJECTION_COUNTS,
      1,
      0,
    ]);
  });
});
