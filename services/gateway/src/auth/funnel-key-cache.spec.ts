import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FunnelKeyCache } from './funnel-key-cache.js';

let cache: FunnelKeyCache<string>;
let nowMs: number;
beforeEach(() => {
  nowMs = 1_000;
  cache = new FunnelKeyCache({ now: () => nowMs });
});

/** A look-up that is answered by hand. */
function openLookup() {
  let answer: (funnelId: string | null) => void = () => undefined;
  const lookup = jest.fn(
    () =>
      new Promise<string | null>((resolve) => {
        answer = resolve;
      }),
  );
  return { lookup, answer: (funnelId: string | null) => answer(funnelId) };
}

describe('FunnelKeyCache', () => {
  it('remembers known and unknown keys', async () => {
    expect(cache.get('a')).toBeUndefined();
    await cache.lookUp('a', () => Promise.resolve('funnel'));
    await cache.lookUp('b', () => Promise.resolve(null));
    expect([cache.get('a'), cache.get('b')]).toEqual(['funnel', null]);
    expect([cache.getOutdated('a'), cache.getOutdated('b')]).toEqual(['funnel', undefined]);
  });

  it('looks a key up once for concurrent requests', async () => {
    const { lookup, answer } = openLookup();
    const results = [cache.lookUp('a', lookup), cache.lookUp('a', lookup)];
    answer('funnel');
    expect(await Promise.all(results)).toEqual(['funnel', 'funnel']);
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it('forgets a failed look-up', async () => {
    await expect(cache.lookUp('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(cache.get('a')).toBeUndefined();
    expect(await cache.lookUp('a', () => Promise.resolve('funnel'))).toBe('funnel');
  });

  it('looks a revoked key up again, and does not remember a look-up that began before', async () => {
    await cache.lookUp('a', () => Promise.resolve('funnel'));
    cache.forget('a');
    expect([cache.get('a'), cache.getOutdated('a')]).toEqual([undefined, undefined]);
    const { lookup, answer } = openLookup();
    const early = cache.lookUp('a', lookup);
    cache.forget('a');
    answer('funnel');
    expect(await early).toBe('funnel');
    expect(cache.get('a')).toBeUndefined();
    await cache.lookUp('a', () => Promise.resolve(null));
    expect(cache.get('a')).toBeNull();
  });

  it('keeps known keys through a flood of unknown ones, and keeps few of those', async () => {
    await cache.lookUp('good', () => Promise.resolve('funnel'));
    for (let index = 0; index < 20_000; index += 1)
      await cache.lookUp(`bad ${index}`, () => Promise.resolve(null));
    expect(cache.get('good')).toBe('funnel');
    expect([cache.get('bad 0'), cache.get('bad 19999')]).toEqual([undefined, null]);
  });

  it('still shows that an outdated key was valid', async () => {
    await cache.lookUp('a', () => Promise.resolve('funnel'));
    nowMs += 5_001;
    expect([cache.get('a'), cache.getOutdated('a')]).toEqual([undefined, 'funnel']);
    await cache.lookUp('a', () => Promise.resolve(null));
    expect([cache.get('a'), cache.getOutdated('a')]).toEqual([null, undefined]);
  });
});
