import { describe, expect, it } from '@jest/globals';
import { DestinationLimiter } from './destination-limiter.js';

const of = { sql: 'channel_id', keyOf: (channelId: string) => channelId, claimedBy: 'search' } as const;

describe('DestinationLimiter', () => {
  it('lists a destination while as many of its rows are worked on as may be', () => {
    const limiter = new DestinationLimiter(of, 2);
    const releaseFirst = limiter.acquire('slow');
    limiter.acquire('other');
    expect(limiter.listBusy()).toEqual({ of, keys: [] });
    const releaseSecond = limiter.acquire('slow');
    expect(limiter.listBusy().keys).toEqual(['slow']);
    expect(limiter.acquire('slow')).toBeUndefined();
    expect(releaseFirst?.()).toBe(true);
    expect(limiter.listBusy().keys).toEqual([]);
    expect(releaseSecond?.()).toBe(false);
  });

  it('counts how many rows may begin wherever they go, without destinations that are busy', () => {
    const limiter = new DestinationLimiter(of, 3);
    expect(limiter.countFree(2)).toBe(2);
    expect(limiter.countFree(8)).toBe(3);
    limiter.acquire('slow');
    expect(limiter.countFree(8)).toBe(2);
    limiter.acquire('slow');
    limiter.acquire('other');
    expect(limiter.countFree(8)).toBe(1);
    limiter.acquire('slow');
    expect(limiter.countFree(8)).toBe(2);
  });

  it('lists a destination as stalled once none of its attempts has ended for long', () => {
    const clock = { now: 0 };
    const limiter = new DestinationLimiter(of, 2, () => clock.now);
    const release = limiter.acquire('agency');
    clock.now = 4_000;
    limiter.acquire('agency');
    release?.();
    limiter.acquire('agency');
    clock.now = 8_000;
    expect(limiter.listStalled(5_000).keys).toEqual([]);
    clock.now = 9_000;
    expect(limiter.listStalled(5_000).keys).toEqual(['agency']);
  });
});
