import { describe, expect, it } from '@jest/globals';
import { planPosts } from './plan.js';

function countByResult(seed: string, count: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { expected } of planPosts(seed, count, 2026)) counts[expected] = (counts[expected] ?? 0) + 1;
  return counts;
}

describe('planPosts', () => {
  it('returns the same plan for the same seed', () => {
    expect(planPosts('s', 50, 2026)).toEqual(planPosts('s', 50, 2026));
    expect(planPosts('t', 50, 2026)).not.toEqual(planPosts('s', 50, 2026));
  });

  it.each(['a', 'b', 'c', 'd', 'e'])('plans duplicates, invalid leads and a replay (seed %s)', (seed) => {
    expect(countByResult(seed, 50)).toEqual({ accepted: 43, duplicate: 3, invalid: 3, replayed: 1 });
  });

  it('plans only good leads for a very small run', () => {
    expect(countByResult('s', 3)).toEqual({ accepted: 3 });
  });

  it('replays the identical post under the same key, after its answer', () => {
    const posts = planPosts('s', 50, 2026);
    const replay = posts.find(({ expected }) => expected === 'replayed')!;
    const original = posts[replay.after!]!;
    expect(original.expected).toBe('accepted');
    expect(replay).toMatchObject({ body: original.body, contentType: original.contentType });
    expect(replay.keyNumber).toBe(original.index);
    expect(original.keyNumber).toBe(original.index);
    expect(replay.index).toBeGreaterThan(original.index);
  });

  it('posts a duplicate with the same contact data and a different body', () => {
    const posts = planPosts('s', 200, 2026);
    const duplicates = posts.filter(({ expected }) => expected === 'duplicate');
    expect(duplicates).toHaveLength(12);
    for (const duplicate of duplicates) {
      const first = posts[duplicate.after!]!;
      expect(duplicate.person).toMatchObject({ email: first.person.email, phone: first.person.phone });
      expect(duplicate.body).not.toBe(first.body);
    }
  });

  it('uses both content types and several names for each field', () => {
    const posts = planPosts('s', 200, 2026);
    expect(new Set(posts.map(({ contentType }) => contentType)).size).toBe(2);
    for (const name of ['first_name', 'firstName', 'fname', 'dob', 'dateOfBirth', 'age', 'assets'])
      expect(posts.some(({ body }) => body.includes(`"${name}":`) || body.includes(`${name}=`))).toBe(true);
  });
});
