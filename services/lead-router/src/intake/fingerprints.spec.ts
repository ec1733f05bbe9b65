import { describe, expect, test } from '@jest/globals';
import {
  isReplay,
  isSamePerson,
  REPLAY_WINDOW_MS,
  toFingerprints,
  toMailbox,
  toProofFingerprints,
} from './fingerprints.js';

test('fingerprints differ by kind', () => {
  const fingerprints = toFingerprints({ email: 'ann@example.com', phone: '+12125550123' });
  expect(fingerprints.map(({ kind }) => kind)).toEqual(['email', 'phone']);
  const [email, phone] = toFingerprints({ email: 'same', phone: 'same' });
  expect(email?.hash).not.toBe(phone?.hash);
});

test.each([
  ['walter@example.com', 'walter@example.com'],
  ['walter+quotes@example.com', 'walter@example.com'],
  ['w.al.ter+1@gmail.com', 'walter@gmail.com'],
  ['walter@googlemail.com', 'walter@gmail.com'],
  ['w.alter@example.com', 'w.alter@example.com'],
  ['+walter@example.com', '+walter@example.com'],
])('mail to %s reaches the mailbox %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});

test('addresses of one mailbox share a fingerprint', () => {
  const hashes = (email: string) =>
    toFingerprints({ email, phone: '' }).flatMap(({ kind, hash }) => (kind === 'email' ? [hash] : []));
  const [plain] = hashes('walter@gmail.com');
  for (const email of ['walter+a@gmail.com', 'w.alter@gmail.com', 'walter@googlemail.com'])
    expect(hashes(email)).toContain(plain);
  // The address as it is, then its mailbox.
  expect(hashes('walter+a@gmail.com')).toHaveLength(2);
  expect(hashes('walter@gmail.com')).toHaveLength(1);
  expect(hashes('w.alter@example.com')).not.toContain(hashes('walter@example.com')[0]);
});

test('each proof of consent has a fingerprint', () => {
  expect(toProofFingerprints({})).toEqual([]);
  expect(toProofFingerprints({ consent: { ipAddress: '203.0.113.7' } })).toEqual([]);
  const consent = { trustedFormCertUrl: 'https://cert.trustedform.com/x', jornayaLeadId: 'X' };
  const kinds = toProofFingerprints({ consent }).map(({ kind }) => kind);
  expect(kinds).toEqual(['proof', 'proof']);
});

test('two leads with the same number or mailbox are of the same person', () => {
  const one = { email: 'w.alter@gmail.com', phone: '+15125550143' };
  expect(isSamePerson(one, { email: 'walter+x@gmail.com', phone: '+15125550199' })).toBe(true);
  expect(isSamePerson(one, { email: 'other@example.com', phone: '+15125550143' })).toBe(true);
  expect(isSamePerson(one, { email: 'other@example.com', phone: '+15125550199' })).toBe(false);
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
