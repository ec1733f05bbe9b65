import { describe, expect, it } from '@jest/globals';
import { describeAttempt } from './describe-attempt';

const attempt = {
  attempt: 2,
  startedAt: '2026-01-05T14:30:00.100Z',
  durationMs: 142,
  result: 'temporary' as const,
  reason: 'TEMPORARY_ERROR',
  providerCode: '451',
};

describe('describeAttempt', () => {
  it('says what the other side answered', () => {
    expect(describeAttempt(attempt, 'email', 'agent')).toEqual({
      tone: 'money',
      label: 'Not accepted',
      code: 'Answer 451',
      reason: 'The mail server reported a temporary error.',
    });
  });

  it('says no reason for what was accepted', () => {
    const accepted = { ...attempt, result: 'accepted' as const, reason: null, providerCode: null };
    expect(describeAttempt(accepted, 'webhook', 'admin')).toEqual({
      tone: 'brand',
      label: 'Accepted',
      reason: null,
      code: null,
    });
  });

  it('tells an agent nothing about what is wrong on our side', () => {
    const ours = { ...attempt, result: 'permanent' as const, reason: 'SENDER_REFUSED' };
    expect(describeAttempt(ours, 'email', 'agent').reason).toBe('There is a problem on our side.');
    expect(describeAttempt(ours, 'email', 'admin').reason).toBe('The mail server rejected us as the sender.');
  });
});
