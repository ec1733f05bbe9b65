import { describe, expect, it } from '@jest/globals';
import { type Intent, interpretIntent } from './intent.js';
import type { ExpectedIntent } from './verdict.js';

const expected: ExpectedIntent = {
  amountCents: 8_000,
  currency: 'usd',
  customerId: 'cus_1',
  offerId: 'offer-1',
  leadId: 'lead-1',
  cancelCode: null,
};
const intent = (changes: Partial<Intent> = {}): Intent => ({
  id: 'pi_1',
  status: 'succeeded',
  amount: 8_000,
  amountReceived: 8_000,
  currency: 'usd',
  customerId: 'cus_1',
  offerId: 'offer-1',
  leadId: 'lead-1',
  failure: null,
  ...changes,
});
const unpaidIntent = (changes: Partial<Intent>): Intent => intent({ amountReceived: 0, ...changes });

describe('interpretIntent', () => {
  it('returns succeeded if the intent succeeded and every field matches', () => {
    expect(interpretIntent(intent(), expected)).toEqual({ kind: 'succeeded' });
  });

  it.each<[string, Partial<Intent>]>([
    ['amount', { amount: 7_999, amountReceived: 8_000 }],
    ['amount_received', { amountReceived: 7_999 }],
    ['currency', { currency: 'eur' }],
    ['customer', { customerId: 'cus_2' }],
    ['customer', { customerId: null }],
    ['offer', { offerId: 'offer-2' }],
    ['offer', { offerId: undefined }],
    ['lead', { leadId: 'lead-2' }],
  ])('returns mismatch, never succeeded, if the %s differs', (field, changes) => {
    expect(interpretIntent(intent(changes), expected)).toEqual({ kind: 'mismatch', fields: [field] });
  });

  it.each(['requires_confirmation', 'requires_payment_method', 'canceled', 'requires_action'] as const)(
    'returns mismatch for a foreign intent in state %s, so that it is neither confirmed nor counted as a decline',
    (status) => {
      const foreign = unpaidIntent({
        status,
        offerId: 'offer-2',
        failure: { type: 'card_error', code: 'x' },
      });
      expect(interpretIntent(foreign, expected)).toEqual({ kind: 'mismatch', fields: ['offer'] });
    },
  );

  it('returns unconfirmed while the intent requires confirmation', () => {
    expect(interpretIntent(unpaidIntent({ status: 'requires_confirmation' }), expected)).toEqual({
      kind: 'unconfirmed',
    });
  });

  it.each([
    ['card_error', 'insufficient_funds', 'insufficient_funds'],
    ['card_error', 'processing_error', 'processing_error'],
    ['card_error', 'authentication_required', 'authentication_required'],
    ['invalid_request_error', 'payment_method_unexpected_state', 'card_unusable'],
    ['invalid_request_error', 'parameter_missing', 'provider_error'],
    ['api_error', 'api_error', 'provider_error'],
  ])('returns declined for %s %s, with code %s', (type, code, declineCode) => {
    const failed = unpaidIntent({ status: 'requires_payment_method', failure: { type, code } });
    expect(interpretIntent(failed, expected)).toEqual({ kind: 'declined', code: declineCode });
  });

  it.each([
    ['gave_up', 'gave_up'],
    ['authentication_required', 'authentication_required'],
    [null, 'canceled'],
  ])('returns declined for an intent canceled with reason %s, with code %s', (cancelCode, code) => {
    const canceled = unpaidIntent({ status: 'canceled' });
    expect(interpretIntent(canceled, { ...expected, cancelCode })).toEqual({ kind: 'declined', code });
  });

  it.each([
    ['requires_action', 'authentication_required'],
    ['requires_payment_method', 'card_unusable'],
    ['requires_capture', 'provider_error'],
  ] as const)('returns cancel-first for state %s', (status, code) => {
    expect(interpretIntent(unpaidIntent({ status }), expected)).toEqual({ kind: 'cancel-first', code });
  });

  it('returns unknown while the provider is processing, and for a state from a later API version', () => {
    expect(interpretIntent(unpaidIntent({ status: 'processing' }), expected)).toMatchObject({
      kind: 'unknown',
    });
    const future = unpaidIntent({ status: 'requires_patience' });
    expect(interpretIntent(future, expected)).toMatchObject({ kind: 'unknown', reason: 'requires_patience' });
  });
});
