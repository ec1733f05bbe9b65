import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { interpretRefundError } from './interpret-error.js';

const { errors } = Stripe;
const raw = (statusCode: number, code?: string) => ({
  type: 'invalid_request_error' as const,
  message: 'no',
  statusCode,
  ...(code === undefined ? {} : { code }),
});

describe('interpretRefundError', () => {
  it.each([
    [
      'no answer',
      new errors.StripeConnectionError({ message: 'no' }),
      { reason: 'no_answer', isUnanswered: true },
    ],
    ['409', new errors.StripeIdempotencyError(raw(409) as never), { reason: 'conflict', needsNewKey: false }],
    [
      'another request with this key',
      new errors.StripeIdempotencyError(raw(400) as never),
      { reason: 'idempotency_error', needsNewKey: true, needsAlarm: true },
    ],
    ['429', new errors.StripeRateLimitError(raw(429) as never), { reason: 'rate_limit', isUnanswered: true }],
    ['500', new errors.StripeAPIError(raw(500) as never), { reason: 'provider_error', needsNewKey: true }],
    [
      '401',
      new errors.StripeAuthenticationError(raw(401) as never),
      { reason: 'access_denied', needsAlarm: true },
    ],
    [
      '403',
      new errors.StripePermissionError(raw(403) as never),
      { reason: 'access_denied', needsAlarm: true },
    ],
    [
      'a payment that this account does not know',
      new errors.StripeInvalidRequestError(raw(404, 'resource_missing')),
      { reason: 'resource_missing', needsAlarm: true },
    ],
  ])('leaves the refund unknown after %s', (_name, error, expected) => {
    expect(interpretRefundError(error, 'create')).toMatchObject({ kind: 'unknown', ...expected });
  });

  it('recognizes a payment that was already refunded', () => {
    const error = new errors.StripeInvalidRequestError(raw(400, 'charge_already_refunded'));
    expect(interpretRefundError(error, 'create')).toEqual({ kind: 'already-refunded' });
  });

  it('ends the refund after a definite refusal', () => {
    const error = new errors.StripeInvalidRequestError(raw(400, 'charge_disputed'));
    expect(interpretRefundError(error, 'create')).toEqual({ kind: 'refused', code: 'charge_disputed' });
    expect(interpretRefundError(error, 'read')).toEqual({ kind: 'unreadable', code: 'charge_disputed' });
  });

  it('throws errors of our own', () => {
    expect(() => interpretRefundError(new TypeError('bug'), 'create')).toThrow(TypeError);
  });
});
