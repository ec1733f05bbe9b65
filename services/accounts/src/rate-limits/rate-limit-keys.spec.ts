import { describe, expect, it } from '@jest/globals';
import { rateLimitKey } from './rate-limit-keys.js';

describe('rateLimitKey', () => {
  it('distinguishes how its parts are split', () => {
    expect(rateLimitKey('x', 'ab', 'c')).not.toBe(rateLimitKey('x', 'a', 'bc'));
  });

  it('contains no part in plain text', () => {
    expect(rateLimitKey('sign-in', 'ada@example.com')).not.toMatch(/ada/);
  });
});
