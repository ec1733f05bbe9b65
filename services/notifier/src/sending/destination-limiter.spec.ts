import { describe, expect, it } from '@jest/globals';
import { DestinationLimiter } from './destination-limiter.js';

const toRow = (channelId: string, address = '') => ({ channelId, address });

describe('DestinationLimiter', () => {
  it('lists a channel while it sends as many messages as it may', () => {
    const limiter = new DestinationLimiter({ by: 'channel', limit: 2 });
    const releaseFirst = limiter.acquire(toRow('slow'));
    limiter.acquire(toRow('other'));
    expect(limiter.listBusy()).toEqual({ by: 'channel', keys: [] });
    const releaseSecond = limiter.acquire(toRow('slow'));
    expect(limiter.listBusy().keys).toEqual(['slow']);
    expect(limiter.acquire(toRow('slow'))).toBeUndefined();
    expect(releaseFirst?.()).toBe(true);
    expect(limiter.listBusy().keys).toEqual([]);
    expect(releaseSecond?.()).toBe(false);
  });

  it('counts the addresses of one domain together, however they are written', () => {
    const limiter = new DestinationLimiter({ by: 'domain', limit: 2 });
    limiter.acquire(toRow('a', 'dana@Agency.example'));
    limiter.acquire(toRow('b', 'lee@agency.EXAMPLE'));
    limiter.acquire(toRow('c', 'kim@other.example'));
    expect(limiter.listBusy()).toEqual({ by: 'domain', keys: ['agency.example'] });
  });

  it('counts how many messages may begin wherever they go, without destinations that are busy', () => {
    const limiter = new DestinationLimiter({ by: 'channel', limit: 3 });
    expect(limiter.countFree(2)).toBe(2);
    expect(limiter.countFree(8)).toBe(3);
    limiter.acquire(toRow('slow'));
    expect(limiter.countFree(8)).toBe(2);
    limiter.acquire(toRow('slow'));
    limiter.acquire(toRow('other'));
    expect(limiter.countFree(8)).toBe(1);
    limiter.acquire(toRow('slow'));
    expect(limiter.countFree(8)).toBe(2);
  });

  it('lists a destination as stalled once none of its sends has ended for long', () => {
    const clock = { now: 0 };
    const limiter = new DestinationLimiter({ by: 'domain', limit: 2 }, () => clock.now);
    const release = limiter.acquire(toRow('a', 'dana@agency.example'));
    clock.now = 4_000;
    limiter.acquire(toRow('b', 'lee@agency.example'));
    release?.();
    limiter.acquire(toRow('c', 'kim@agency.example'));
    clock.now = 8_000;
    expect(limiter.listStalled(5_000).keys).toEqual([]);
    clock.now = 9_000;
    expect(limiter.listStalled(5_000).keys).toEqual(['agency.example']);
  });
});
