import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { interpretError, type ProviderStep } from './interpret-error.js';
import type { ExpectedIntent } from './verdict.js';

const expected: ExpectedIntent = {
  amountCents: 8_000,
  currency: 'usd',
  customerId: 'cus_1',
  offerId: 'offer-1',
  leadId: 'lead-1',
  cancelCode: null,
};
const enclosedIntent = (status: string, extra: object = {}) => ({
  id: 'pi_1',
  status,
  amount: 8_000,
  amount_received: status === 'succeeded' ? 8_000 : 0,
  currency: 'usd',
  customer: 'cus_1',
  metadata: { offer_id: 'offer-1', lead_id: 'lead-1' },
  last_payment_error: null,
  ...extra,
});

type Raw = Parameters<typeof Stripe.errors.StripeError.generate>[0];
/** The error that the Stripe SDK throws for such an answer. */
const errorAnswer = (statusCode: number, raw: Record<string, unknown> = {}): Error =>
  Stripe.errors.StripeError.generate({
    type: 'invalid_request_error',
    message: '',
    ...raw,
    statusCode,
  } as unknown as Raw);
const interpret = (error: unknown, step: ProviderStep = 'confirm') => interpretError(error, step, expected);

describe('interpretError', () => {
  it.each<[string, Error, string, boolean, boolean]>([
    ['a lost connection or a timeout', new Stripe.errors.StripeConnectionError(), 'no_answer', false, true],
    ['an answer that is not JSON', new Stripe.errors.StripeAPIError(), 'no_answer', false, true],
    ['409', errorAnswer(409, { code: 'idempotency_key_in_use' }), 'conflict', false, false],
    ['429', errorAnswer(429, { code: 'rate_limit' }), 'rate_limit', false, true],
    ['429 for a locked object', errorAnswer(429, { code: 'lock_timeout' }), 'rate_limit', false, true],
    ['500', errorAnswer(500, { type: 'api_error' }), 'provider_error', true, false],
    ['503', errorAnswer(503, { type: 'api_error' }), 'provider_error', true, false],
  ])('returns unknown at every step for %s', (_name, error, reason, needsNewKey, isUnanswered) => {
    for (const step of ['create', 'confirm', 'cancel', 'read'] as const)
      expect(interpret(error, step)).toEqual({
        kind: 'unknown',
        reason,
        needsNewKey,
        isUnanswered,
        needsAlarm: false,
      });
  });

  it.each<[string, Error, string, boolean]>([
    ['a wrong API key', errorAnswer(401), 'access_denied', false],
    ['an API key without permission', errorAnswer(403), 'access_denied', false],
    [
      'an unknown parameter',
      errorAnswer(400, { code: 'parameter_unknown', param: 'x' }),
      'parameter_unknown',
      true,
    ],
    [
      'a malformed card id',
      errorAnswer(400, { code: 'parameter_invalid_empty', param: 'payment_method' }),
      'parameter_invalid_empty',
      true,
    ],
    [
      'an idempotency key reused with other parameters',
      errorAnswer(400, { type: 'idempotency_error' }),
      'refused',
      true,
    ],
    [
      'a missing intent',
      errorAnswer(404, { code: 'resource_missing', param: 'intent' }),
      'resource_missing',
      true,
    ],
  ])('returns unknown with an alarm for %s', (_name, error, reason, needsNewKey) => {
    for (const step of ['create', 'confirm', 'cancel', 'read'] as const)
      expect(interpret(error, step)).toEqual({
        kind: 'unknown',
        reason,
        needsNewKey,
        isUnanswered: false,
        needsAlarm: true,
      });
  });

  it.each([
    ['a missing card', { code: 'resource_missing', param: 'payment_method' }],
    ['a detached card', { code: 'payment_method_unexpected_state' }],
  ])('declines %s before an intent exists and requires cancellation afterward', (_name, raw) => {
    expect(interpret(errorAnswer(400, raw), 'create')).toEqual({ kind: 'declined', code: 'card_unusable' });
    expect(interpret(errorAnswer(400, raw), 'confirm')).toEqual({
      kind: 'cancel-first',
      code: 'card_unusable',
    });
  });

  it('returns unknown with an alarm for a missing customer, because the card is not at fault', () => {
    const missing = errorAnswer(400, { code: 'resource_missing', param: 'customer' });
    const verdict = {
      kind: 'unknown',
      reason: 'customer_missing',
      needsNewKey: true,
      isUnanswered: false,
      needsAlarm: true,
    };
    for (const step of ['create', 'cancel', 'read'] as const)
      expect(interpret(missing, step)).toEqual(verdict);
    // The provider found the intent, so the account is the right one.
    expect(interpret(missing, 'confirm')).toEqual({ kind: 'cancel-first', code: 'card_unusable' });
  });

  it('returns declined with the code of the enclosed intent', () => {
    const failure = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
    const refused = errorAnswer(402, {
      ...failure,
      payment_intent: enclosedIntent('requires_payment_method', { last_payment_error: failure }),
    });
    expect(interpret(refused)).toEqual({ kind: 'declined', code: 'insufficient_funds' });
  });

  it('treats a card error without an intent as a decline at creation, but never at confirmation', () => {
    const refused = errorAnswer(402, { type: 'card_error', code: 'expired_card' });
    expect(interpret(refused, 'create')).toEqual({ kind: 'declined', code: 'expired_card' });
    expect(interpret(refused, 'confirm')).toMatchObject({ kind: 'unknown' });
  });

  it('returns succeeded if the refusal encloses a succeeded intent', () => {
    const code = 'payment_intent_unexpected_state';
    expect(interpret(errorAnswer(400, { code, payment_intent: enclosedIntent('succeeded') }))).toEqual({
      kind: 'succeeded',
    });
    const wrong = enclosedIntent('succeeded', { amount: 9_000 });
    expect(interpret(errorAnswer(400, { code, payment_intent: wrong }))).toMatchObject({ kind: 'mismatch' });
  });

  it.each(['processing', 'requires_confirmation'])(
    'returns unknown if the refusal encloses an intent in state %s',
    (status) => {
      const code = 'payment_intent_unexpected_state';
      const refused = errorAnswer(400, { code, payment_intent: enclosedIntent(status) });
      expect(interpret(refused)).toEqual({
        kind: 'unknown',
        reason: code,
        needsNewKey: true,
        isUnanswered: false,
        needsAlarm: false,
      });
    },
  );

  it('rethrows an error that is not from Stripe', () => {
    expect(() => interpret(new TypeError('x'))).toThrow(TypeError);
  });
});
