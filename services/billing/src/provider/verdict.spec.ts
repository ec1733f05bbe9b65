import { describe, expect, it } from '@jest/globals';
import type { Intent } from './intent.js';
import { blamesCard, type Expectation, verdictOfIntent } from './verdict.js';

const expected: Expectation = {
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
  purchaseId: 'purchase-1',
  failure: null,
  ...changes,
});
const unpaid = (changes: Partial<Intent>): Intent => intent({ amountReceived: 0, ...changes });

describe('what an intent means for the purchase', () => {
  it('is a success when it succeeded and everything is as ordered', () => {
    expect(verdictOfIntent(intent(), expected)).toEqual({ kind: 'succeeded' });
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
  ])('is a mismatch, never a success, when the %s differs', (field, changes) => {
    expect(verdictOfIntent(intent(changes), expected)).toEqual({ kind: 'mismatch', fields: [field] });
  });

  it.each(['requires_confirmation', 'requires_payment_method', 'canceled', 'requires_action'] as const)(
    'is a mismatch in the state %s too: it is neither confirmed nor taken for a decline',
    (status) => {
      const foreign = unpaid({ status, offerId: 'offer-2', failure: { type: 'card_error', code: 'x' } });
      expect(verdictOfIntent(foreign, expected)).toEqual({ kind: 'mismatch', fields: ['offer'] });
    },
  );

  it('is unconfirmed while it waits for confirmation', () => {
    expect(verdictOfIntent(unpaid({ status: 'requires_confirmation' }), expected)).toEqual({
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
  ])('is declined when it was refused by a %s %s, as %s', (type, code, declineCode) => {
    const refused = unpaid({ status: 'requires_payment_method', failure: { type, code } });
    expect(verdictOfIntent(refused, expected)).toEqual({ kind: 'declined', code: declineCode });
  });

  it.each([
    ['gave_up', 'gave_up'],
    ['authentication_required', 'authentication_required'],
    [null, 'canceled'],
  ])('is declined when cancelled; asked for as %s it counts as %s', (cancelCode, code) => {
    const canceled = unpaid({ status: 'canceled' });
    expect(verdictOfIntent(canceled, { ...expected, cancelCode })).toEqual({ kind: 'declined', code });
  });

  it.each([
    ['requires_action', 'authentication_required'],
    ['requires_payment_method', 'card_unusable'],
    ['requires_capture', 'provider_error'],
  ] as const)('must be cancelled before it counts as declined when it is left %s', (status, code) => {
    expect(verdictOfIntent(unpaid({ status }), expected)).toEqual({ kind: 'cancel-first', code });
  });

  it('is unknown while the provider works on it, also in a state of a later version', () => {
    expect(verdictOfIntent(unpaid({ status: 'processing' }), expected)).toMatchObject({ kind: 'unknown' });
    const future = unpaid({ status: 'requires_patience' });
    expect(verdictOfIntent(future, expected)).toMatchObject({ kind: 'unknown', reason: 'requires_patience' });
  });
});

describe('whether the card is to blame', () => {
  it.each(['insufficient_funds', 'lost_card', 'authentication_required', 'card_unusable', 'no_card'])(
    'it is for %s',
    (code) => {
      expect(blamesCard(code)).toBe(true);
    },
  );

  it.each(['gave_up', 'canceled', 'provider_error'])('it is not for %s', (code) => {
    expect(blamesCard(code)).toBe(false);
  });
});
