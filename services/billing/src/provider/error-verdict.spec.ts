import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { type ProviderStep, verdictOfError } from './error-verdict.js';
import type { Expectation } from './verdict.js';

const expected: Expectation = {
  amountCents: 8_000,
  currency: 'usd',
  customerId: 'cus_1',
  offerId: 'offer-1',
  leadId: 'lead-1',
  cancelCode: null,
};
const enclosed = (status: string, extra: object = {}) => ({
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
/** The error that the provider's client makes of such an answer. */
const answer = (statusCode: number, raw: Record<string, unknown> = {}): Error =>
  Stripe.errors.StripeError.generate({
    type: 'invalid_request_error',
    message: '',
    ...raw,
    statusCode,
  } as unknown as Raw);
const judge = (error: unknown, step: ProviderStep = 'confirm') => verdictOfError(error, step, expected);

describe('what a failed call means for the purchase', () => {
  it.each<[string, Error, string, boolean]>([
    ['a lost connection or a timeout', new Stripe.errors.StripeConnectionError(), 'no_answer', false],
    ['an answer that is no JSON', new Stripe.errors.StripeAPIError(), 'no_answer', false],
    ['409', answer(409, { code: 'idempotency_key_in_use' }), 'conflict', false],
    ['429', answer(429, { code: 'rate_limit' }), 'rate_limit', false],
    ['429 of a locked object', answer(429, { code: 'lock_timeout' }), 'rate_limit', false],
    ['500', answer(500, { type: 'api_error' }), 'provider_error', true],
    ['503', answer(503, { type: 'api_error' }), 'provider_error', true],
  ])('%s leaves it unknown at every step', (_name, error, reason, keySpent) => {
    for (const step of ['create', 'confirm', 'cancel', 'read'] as const)
      expect(judge(error, step)).toEqual({ kind: 'unknown', reason, keySpent, alarm: false });
  });

  it.each<[string, Error, string, boolean]>([
    ['a wrong key', answer(401), 'access_denied', false],
    ['a key without the right', answer(403), 'access_denied', false],
    [
      'a parameter of ours',
      answer(400, { code: 'parameter_unknown', param: 'x' }),
      'parameter_unknown',
      true,
    ],
    [
      'a malformed card id of ours',
      answer(400, { code: 'parameter_invalid_empty', param: 'payment_method' }),
      'parameter_invalid_empty',
      true,
    ],
    ['a key used with other parameters', answer(400, { type: 'idempotency_error' }), 'refused', true],
    [
      'an intent that is not there',
      answer(404, { code: 'resource_missing', param: 'intent' }),
      'resource_missing',
      true,
    ],
  ])('%s leaves it unknown and raises the alarm', (_name, error, reason, keySpent) => {
    for (const step of ['create', 'confirm', 'cancel', 'read'] as const)
      expect(judge(error, step)).toEqual({ kind: 'unknown', reason, keySpent, alarm: true });
  });

  it.each([
    ['no such card', { code: 'resource_missing', param: 'payment_method' }],
    ['a detached card', { code: 'payment_method_unexpected_state' }],
  ])('%s declines it before there is an intent, and has an intent cancelled first', (_name, raw) => {
    expect(judge(answer(400, raw), 'create')).toEqual({ kind: 'declined', code: 'card_unusable' });
    expect(judge(answer(400, raw), 'confirm')).toEqual({ kind: 'cancel-first', code: 'card_unusable' });
  });

  it("a customer that the provider does not know is no fault of the card's, and raises the alarm", () => {
    const missing = answer(400, { code: 'resource_missing', param: 'customer' });
    const verdict = { kind: 'unknown', reason: 'customer_missing', keySpent: true, alarm: true };
    for (const step of ['create', 'cancel', 'read'] as const) expect(judge(missing, step)).toEqual(verdict);
    // The intent was found, so the account is the right one.
    expect(judge(missing, 'confirm')).toEqual({ kind: 'cancel-first', code: 'card_unusable' });
  });

  it('a refused card declines it, as the enclosed intent says', () => {
    const failure = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
    const refused = answer(402, {
      ...failure,
      payment_intent: enclosed('requires_payment_method', { last_payment_error: failure }),
    });
    expect(judge(refused)).toEqual({ kind: 'declined', code: 'insufficient_funds' });
  });

  it('a refused card without an intent declines the creation, but never a confirmation', () => {
    const refused = answer(402, { type: 'card_error', code: 'expired_card' });
    expect(judge(refused, 'create')).toEqual({ kind: 'declined', code: 'expired_card' });
    expect(judge(refused, 'confirm')).toMatchObject({ kind: 'unknown' });
  });

  it('a refusal because it has succeeded already is a success', () => {
    const code = 'payment_intent_unexpected_state';
    expect(judge(answer(400, { code, payment_intent: enclosed('succeeded') }))).toEqual({
      kind: 'succeeded',
    });
    const wrong = enclosed('succeeded', { amount: 9_000 });
    expect(judge(answer(400, { code, payment_intent: wrong }))).toMatchObject({ kind: 'mismatch' });
  });

  it.each(['processing', 'requires_confirmation'])(
    'a refusal that encloses an intent still %s decides nothing: it is read again',
    (status) => {
      const code = 'payment_intent_unexpected_state';
      const refused = answer(400, { code, payment_intent: enclosed(status) });
      expect(judge(refused)).toEqual({ kind: 'unknown', reason: code, keySpent: true, alarm: false });
    },
  );

  it('an error of ours is no answer', () => {
    expect(() => judge(new TypeError('x'))).toThrow(TypeError);
  });
});
