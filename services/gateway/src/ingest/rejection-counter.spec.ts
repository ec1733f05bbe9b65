import type { CommandClient } from '@desk/bullmq-transport';
import {
  type countRejections,
  MAX_NEW_REFUSED_POSTS,
  MAX_REJECTION_COUNTS,
  type RequestOf,
} from '@desk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_REFUSED_POSTS_OF_FUNNEL, RejectionCounter, RejectionCounts } from './rejection-counter.js';

type Batch = RequestOf<typeof countRejections>;

let sent: (Batch & { settle: PromiseWithResolvers<undefined> })[];
let counter: RejectionCounter;

beforeEach(() => {
  sent = [];
  const commands = {
    send: (_contract: unknown, batch: Batch) => {
      const settle = Promise.withResolvers<undefined>();
      sent.push({ ...batch, settle });
      return settle.promise;
    },
  };
  counter = new RejectionCounter(
    commands as unknown as CommandClient,
    undefined as never,
    undefined as never,
    { REPORTING_TIME_ZONE: 'America/New_York' },
  );
});

describe('a flush', () => {
  it('sends a batch again under the same id if it failed', async () => {
    counter.count(null, 'unknown_key');
    const failed = counter.flush();
    sent[0]?.settle.reject(new Error('no answer'));
    await expect(failed).rejects.toThrow('no answer');

    counter.count(null, 'unknown_key');
    const flushed = counter.flush();
    sent[1]?.settle.resolve(undefined);
    await new Promise(setImmediate);
    sent[2]?.settle.resolve(undefined);
    await flushed;
    expect(sent.map(({ counts }) => counts[0]?.count)).toEqual([1, 1, 1]);
    expect(sent[1]?.batchId).toBe(sent[0]?.batchId);
    expect(sent[2]?.batchId).not.toBe(sent[0]?.batchId);
  });

  it('keeps a failed batch when a concurrent flush ends', async () => {
    counter.count(null, 'unknown_key');
    const [first, second] = [counter.flush(), counter.flush()];
    counter.count(null, 'too_many_requests');
    sent[0]?.settle.resolve(undefined);
    await new Promise(setImmediate);
    const next = sent[2];
    expect(next?.counts).toMatchObject([{ reason: 'too_many_requests', count: 1 }]);
    sent[1]?.settle.resolve(undefined);
    await new Promise(setImmediate);
    for (const { batchId, settle } of sent)
      if (batchId === next?.batchId) settle.reject(new Error('no answer'));
    await Promise.allSettled([first, second]);

    const flushed = counter.flush();
    expect(sent.at(-1)?.batchId).toBe(next?.batchId);
    sent.at(-1)?.settle.resolve(undefined);
    await flushed;
  });
});

const FUNNEL = '5e9f5a9e-3d0c-4f0a-8f43-0a8f5c1b2d33';
const noon = new Date('2026-11-22T12:00:00Z');

describe('RejectionCounts', () => {
  let counts: RejectionCounts;
  beforeEach(() => {
    counts = new RejectionCounts('America/New_York');
  });

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
