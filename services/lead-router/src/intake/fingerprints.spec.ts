import { describe, expect, test } from '@jest/globals';
import { isReplay, REPLAY_WINDOW_MS, toFingerprints } from './fingerprints.js';

test('fingerprints differ by kind', () => {
  const fingerprints = toFingerprints({ email: 'ann@example.com', phone: '+12125550123' });
  expect(fingerprints.map(({ kind }) => kind)).toEqual(['email', 'phone']);
  const [email, phone] = toFingerprints({ email: 'same', phone: 'same' });
  expect(email?.hash).not.toBe(phone?.hash);
});

describe('a post is a replay', () => {
  const now = Date.parse('2026-01-05T14:30:00Z');
  const post = { funnelId: 'funnel', bodyHash: 'hash' };
  const known = { ...post, createdAt: new Date(now - REPLAY_WINDOW_MS + 1) };

  test('if funnel and body are the same and the lead is recent', () => {
    expect(isReplay(known, post, now)).toBe(true);
  });

  test.each([
    ['another funnel sent it', { ...known, funnelId: 'other' }],
    ['its body differs', { ...known, bodyHash: 'other' }],
    ['the lead is older than the window', { ...known, createdAt: new Date(now - REPLAY_WINDOW_MS) }],
  ])('unless %s', (_reason, lead) => {
    expect(isReplay(lead, post, now)).toBe(false);
  });
});
