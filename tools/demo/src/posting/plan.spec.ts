import { describe, expect, it } from '@jest/globals';
import { planPosts } from './plan.js';

const countOf = (seed: string, count: number): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { intention } of planPosts(seed, count, 2026)) counts[intention] = (counts[intention] ?? 0) + 1;
  return counts;
};

describe('the plan of a run', () => {
  it('is the same for the same seed', () => {
    expect(planPosts('s', 50, 2026)).toEqual(planPosts('s', 50, 2026));
    expect(planPosts('t', 50, 2026)).not.toEqual(planPosts('s', 50, 2026));
  });

  it.each(['a', 'b', 'c', 'd', 'e'])(
    'holds three duplicates, three faults and a repetition in 50 (%s)',
    (seed) => {
      expect(countOf(seed, 50)).toEqual({ accepted: 43, duplicate: 3, invalid: 3, replayed: 1 });
    },
  );

  it('holds nothing but good leads when there are too few for more', () => {
    expect(countOf('s', 3)).toEqual({ accepted: 3 });
  });

  it('repeats a post to the letter, under one key, after its answer', () => {
    const posts = planPosts('s', 50, 2026);
    const replay = posts.find(({ intention }) => intention === 'replayed')!;
    const original = posts[replay.after!]!;
    expect(original.intention).toBe('accepted');
    expect(replay).toMatchObject({ body: original.body, contentType: original.contentType });
    expect(replay.keyOf).toBe(original.index);
    expect(original.keyOf).toBe(original.index);
    expect(replay.index).toBeGreaterThan(original.index);
  });

  it('sends a person of before again in other words', () => {
    const posts = planPosts('s', 200, 2026);
    const again = posts.filter(({ intention }) => intention === 'duplicate');
    expect(again).toHaveLength(12);
    for (const post of again) {
      const first = posts[post.after!]!;
      expect(post.person).toMatchObject({ email: first.person.email, phone: first.person.phone });
      expect(post.body).not.toBe(first.body);
    }
  });

  it('uses both forms of body and more than one name for a field', () => {
    const posts = planPosts('s', 200, 2026);
    expect(new Set(posts.map(({ contentType }) => contentType)).size).toBe(2);
    for (const name of ['first_name', 'firstName', 'fname', 'dob', 'dateOfBirth', 'age', 'assets'])
      expect(posts.some(({ body }) => body.includes(`"${name}":`) || body.includes(`${name}=`))).toBe(true);
  });
});
