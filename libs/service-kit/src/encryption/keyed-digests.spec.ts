import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { KeyedDigests } from './keyed-digests.js';

const keyOf = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [c1, c2] = [keyOf('c1', 1), keyOf('c2', 2)];
const digestWith = (keys: string, ...parts: string[]): string =>
  new KeyedDigests(keys, 'keys').digest('x', ...parts);

describe('KeyedDigests', () => {
  it('differ by key, purpose and how the parts are split', () => {
    const digests = [
      digestWith(c1, 'ab', 'c'),
      digestWith(c2, 'ab', 'c'),
      digestWith(c1, 'a', 'bc'),
      new KeyedDigests(c1, 'keys').digest('y', 'ab', 'c'),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  it.each([
    ['appended', `${c1},${c2}`],
    ['moved to the front', `${c2},${c1}`],
  ])('stay the same while a new key is %s', (_step, keys) => {
    expect(digestWith(keys, '203.0.113.9')).toBe(digestWith(c1, '203.0.113.9'));
  });

  it('cannot be found by hashing every address', () => {
    const digest = digestWith(c1, '203.0.113.9');
    const guesses = ['203.0.113.9', '["203.0.113.9"]', '["x","203.0.113.9"]'].map((text) =>
      createHash('sha256').update(text).digest('hex'),
    );
    expect(guesses).not.toContain(digest);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });
});
