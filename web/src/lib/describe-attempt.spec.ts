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
  it('shows the answer of the receiving server', () => {
    expect(describeAttempt(attempt, 'email', 'agent')).toEqual({
      tone: 'money',
      label: 'Not accepted',
      code: 'Answer 451',
      reason: 'The mail server reported a temporary error.',
    });
  });

  it('gives no reason for an accepted attempt', () => {
    const accepted = { ...attempt, result: 'accepted' as const, reason: null, providerCode: null };
    expect(describeAttempt(accepted, 'webhook', 'admin')).toEqual({
      tone: 'brand',
      label: 'Accepted',
      reason: null,
      code: null,
    });
  });

  it('hides our own failures from agents', () => {
    const ownFailure = { ...attempt, result: 'permanent' as const, reason: 'SENDER_REFUSED' };
    expect(describeAttempt(ownFailure, 'email', 'agent').reason).toBe('There is a problem on our side.');
    expect(describeAttempt(ownFailure, 'email', 'admin').reason).toBe(
      'The mail server rejected us as the sender.',
    );
  });
});
