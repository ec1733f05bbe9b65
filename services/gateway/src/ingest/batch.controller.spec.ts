import { DomainError, IDEMPOTENCY_KEY_MAX } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { BatchController } from './batch.controller.js';

type Post = (funnel: unknown, lead: unknown, key: string | null) => Promise<{ replayed: boolean }>;

/** Posts a batch to a controller whose intake is `post`. */
function postBatch(size: number, post: Post, key?: string, lead: object = {}) {
  const admission = { findRefusal: () => undefined };
  const controller = new BatchController(
    admission as never,
    { post } as never,
    { countLeads: () => Promise.resolve() } as never,
    { count: () => undefined } as never,
    { error: () => undefined } as never,
  );
  const request = { body: { leads: Array.from({ length: size }, () => lead) }, get: () => key };
  return controller.post({ request, funnel: { funnelId: 'funnel' } } as never);
}

describe('a batch', () => {
  it('sends no further lead once lead-router has not answered', async () => {
    let sent = 0;
    const { results } = await postBatch(100, () => {
      sent += 1;
      return Promise.reject(new DomainError('UNAVAILABLE'));
    });
    expect(sent).toBe(4);
    expect(results).toHaveLength(100);
    expect(new Set(results.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['error UNAVAILABLE']),
    );
  });

  it('sends every lead after one that was rejected', async () => {
    let sent = 0;
    await postBatch(10, () => {
      sent += 1;
      return Promise.reject(new DomainError('DUPLICATE_LEAD'));
    });
    expect(sent).toBe(10);
  });

  it('takes an empty key of a lead as none', async () => {
    const keys: (string | null)[] = [];
    const post: Post = (_funnel, _lead, key) => {
      keys.push(key);
      return Promise.resolve({ replayed: false });
    };
    await postBatch(1, post, 'batch', { idempotency_key: '' });
    await postBatch(1, post, 'batch', { idempotency_key: 'own' });
    expect(keys).toEqual(['batch 0', 'own']);
  });

  it.each([5, IDEMPOTENCY_KEY_MAX])(
    'gives each lead its own key within the length limit, from a batch key of %d characters',
    async (length) => {
      const keys: string[][] = [];
      for (const key of ['a'.repeat(length), 'a'.repeat(length), `${'a'.repeat(length - 1)}b`]) {
        const own: string[] = [];
        const { results } = await postBatch(
          12,
          (_funnel, _lead, leadKey) => {
            own.push(String(leadKey));
            return Promise.resolve({ replayed: false });
          },
          key,
        );
        expect(results.every(({ status }) => status !== 'invalid')).toBe(true);
        keys.push(own.toSorted());
      }
      const [first, repeated, other] = keys;
      expect(new Set(first).size).toBe(12);
      expect(repeated).toEqual(first);
      expect(other).not.toEqual(first);
      expect(keys.flat().every((key) => key.length <= IDEMPOTENCY_KEY_MAX)).toBe(true);
    },
  );
});
