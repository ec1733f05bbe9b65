import type { Lead } from '@desk/contracts';
import { describe, expect, test } from '@jest/globals';
import { decidePost, type PostFacts } from './decide-post.js';
import type { LeadEntity } from './lead.entity.js';

const NOW = Date.parse('2026-05-05T12:00:00Z');
const lead: Lead = {
  fullName: 'Ann Lee',
  email: 'ann@example.com',
  phone: '+12125550123',
  state: 'NY',
  zipCode: '10001',
  ageRange: '61-65',
  estimatedAssets: '$1M+',
  purchaseTimeline: '0-3 months',
  leadType: 'Fixed',
};
const post = { funnelId: 'funnel', idempotencyKey: 'key', bodyHash: 'body', lead };
const facts: PostFacts = {
  terms: { isTest: false, requiredFields: [], requiresConsentProof: false },
  leadOfKey: null,
  testLeadOfKey: undefined,
  isKnownPerson: false,
  leadOfPerson: null,
  leadsOfProof: [],
};
const inTestMode = { ...facts, terms: { isTest: true, requiredFields: [], requiresConsentProof: false } };

const known = (over: Partial<LeadEntity> = {}): LeadEntity => ({
  ...lead,
  id: 'known',
  funnelId: 'funnel',
  idempotencyKey: null,
  bodyHash: 'body',
  consent: null,
  extras: null,
  reference: null,
  price: '1.00',
  status: 'sold',
  offersMade: 1,
  soldAt: null,
  createdAt: new Date(NOW - 3_600_000),
  ...over,
});
const decide = (over: Partial<PostFacts>, base = facts) => decidePost(post, { ...base, ...over }, NOW);
const replayed = (createdAt: Date) => ({
  kind: 'replay',
  answer: { leadId: 'known', replayed: true, receivedAt: createdAt.toISOString() },
});

test('accepts a new person', () => {
  expect(decide({})).toEqual({ kind: 'accept' });
  expect(decide({}, inTestMode)).toEqual({ kind: 'accept-test' });
});

test('rejects a post of a paused funnel or revoked key', () => {
  expect(decide({ terms: undefined })).toMatchObject({ error: { code: 'UNKNOWN_FUNNEL_KEY' } });
});

describe('the same idempotency key', () => {
  test('returns the same lead, however old, and rejects another body', () => {
    const leadOfKey = known();
    expect(decide({ leadOfKey })).toEqual(replayed(leadOfKey.createdAt));
    expect(decide({ leadOfKey: known({ bodyHash: 'other' }) })).toMatchObject({
      kind: 'reject',
      error: { code: 'IDEMPOTENCY_MISMATCH' },
    });
  });

  test('returns the same test lead, and rejects another body', () => {
    const answer = { leadId: 'test', replayed: true, receivedAt: '', test: { wouldSell: true } };
    expect(decide({ testLeadOfKey: { answer, hasSameBody: true } }, inTestMode)).toEqual({
      kind: 'replay',
      answer,
    });
    expect(decide({ testLeadOfKey: { answer, hasSameBody: false } }, inTestMode)).toMatchObject({
      error: { code: 'IDEMPOTENCY_MISMATCH' },
    });
  });
});

describe('a known person', () => {
  test('is a replay if the same body was posted within a minute', () => {
    const leadOfPerson = known({ createdAt: new Date(NOW - 59_000) });
    expect(decide({ isKnownPerson: true, leadOfPerson })).toEqual(replayed(leadOfPerson.createdAt));
  });

  test('is a duplicate, with the time of the first post only for the funnel that made it', () => {
    const ofThis = known();
    const times = [ofThis, known({ funnelId: 'other' }), null].map((leadOfPerson) => {
      const decision = decide({ isKnownPerson: true, leadOfPerson });
      return decision.kind === 'reject' && [decision.error.code, decision.error.info];
    });
    expect(times).toEqual([
      ['DUPLICATE_LEAD', { first_received_at: ofThis.createdAt.toISOString() }],
      ['DUPLICATE_LEAD', {}],
      ['DUPLICATE_LEAD', {}],
    ]);
  });

  test('of another funnel is not revealed in test mode', () => {
    const others = { isKnownPerson: true, leadOfPerson: known({ funnelId: 'other' }) };
    expect(decide(others, inTestMode)).toEqual({ kind: 'accept-test' });
  });
});

test('a proof of consent is accepted with the same person only', () => {
  expect(decide({ leadsOfProof: [known()] })).toEqual({ kind: 'accept' });
  for (const other of [known({ email: 'bob@example.com', phone: '+12125550199' }), null])
    expect(decide({ leadsOfProof: [other] })).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
});
