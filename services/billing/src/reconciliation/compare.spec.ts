import { describe, expect, it } from '@jest/globals';
import type { PaymentPart, ProviderPayment } from '../provider/reconciliation-client.js';
import { comparePart, comparePayment, type RecordedPart, type RecordedPayment } from './compare.js';

const theirs: ProviderPayment = {
  id: 'pi_1',
  status: 'succeeded',
  amountCents: 8_000,
  refundedCents: 0,
  currency: 'usd',
  purchaseId: 'p',
};
const ours: RecordedPayment = {
  id: 'p',
  intentId: 'pi_1',
  status: 'succeeded',
  amountCents: 8_000,
  refundedCents: 0,
  currency: 'usd',
  hasLostDispute: false,
  changedAt: new Date(0),
};

describe('comparePayment', () => {
  it.each<[string, ProviderPayment | undefined, RecordedPayment | undefined]>([
    ['a payment that was recorded', theirs, ours],
    [
      'a refunded payment',
      { ...theirs, refundedCents: 8_000 },
      { ...ours, status: 'refunded', refundedCents: 8_000 },
    ],
    ['a partly refunded payment', { ...theirs, refundedCents: 100 }, { ...ours, refundedCents: 100 }],
    ['a lost dispute', theirs, { ...ours, status: 'refunded', hasLostDispute: true }],
    ['a decline', { ...theirs, status: 'canceled' }, { ...ours, status: 'failed' }],
    ['a charge in progress', { ...theirs, status: 'processing' }, { ...ours, status: 'unknown' }],
    ['an intent that was never used', { ...theirs, status: 'requires_confirmation' }, undefined],
    ['a charge that was never made', undefined, { ...ours, status: 'failed' }],
  ])('finds nothing in %s', (_name, provider, own) => {
    expect(comparePayment(provider, own)).toBeUndefined();
  });

  it.each<[string, ProviderPayment | undefined, RecordedPayment | undefined]>([
    ['missing-here', theirs, undefined],
    ['missing-there', undefined, ours],
    ['status', theirs, { ...ours, status: 'failed' }],
    ['status', theirs, { ...ours, status: 'unknown' }],
    ['status', { ...theirs, status: 'canceled' }, ours],
    ['amount', { ...theirs, amountCents: 7_999 }, ours],
    ['amount', { ...theirs, currency: 'eur' }, ours],
    ['refunded-there-only', { ...theirs, refundedCents: 8_000 }, ours],
    ['refunded-here-only', theirs, { ...ours, status: 'refunded', refundedCents: 8_000 }],
    ['refunded-here-only', theirs, { ...ours, status: 'refunded' }],
  ])('finds %s', (kind, provider, own) => {
    expect(comparePayment(provider, own)).toMatchObject({ object: 'payment', kind, providerId: 'pi_1' });
  });
});

const part: PaymentPart = {
  id: 're_1',
  status: 'succeeded',
  amountCents: 8_000,
  currency: 'usd',
  intentId: 'pi_1',
};
const row: RecordedPart = {
  providerId: 're_1',
  purchaseId: 'p',
  status: 'succeeded',
  amountCents: 8_000,
  currency: 'usd',
  changedAt: new Date(0),
};

describe('comparePart', () => {
  it.each<[string, 'refund' | 'dispute', PaymentPart | undefined, RecordedPart | undefined]>([
    ['a refund that was recorded', 'refund', part, row],
    [
      'a refund that waits for its customer',
      'refund',
      { ...part, status: 'requires_action' },
      { ...row, status: 'pending' },
    ],
    ['a failed refund of somebody else', 'refund', { ...part, status: 'failed' }, undefined],
    ['one of our refunds that failed', 'refund', undefined, { ...row, status: 'failed' }],
    ['a dispute that was recorded', 'dispute', { ...part, status: 'won' }, { ...row, status: 'won' }],
  ])('finds nothing in %s', (_name, object, provider, own) => {
    expect(comparePart(object, provider, own, 'p')).toBeUndefined();
  });

  it.each<[string, 'refund' | 'dispute', PaymentPart | undefined, RecordedPart | undefined]>([
    ['missing-here', 'refund', part, undefined],
    ['missing-here', 'dispute', { ...part, status: 'needs_response' }, undefined],
    ['missing-there', 'refund', undefined, row],
    ['missing-there', 'dispute', undefined, { ...row, status: 'lost' }],
    ['status', 'refund', { ...part, status: 'failed' }, row],
    ['status', 'dispute', { ...part, status: 'lost' }, { ...row, status: 'under_review' }],
    ['amount', 'refund', { ...part, amountCents: 1 }, row],
  ])('finds %s of a %s', (kind, object, provider, own) => {
    expect(comparePart(object, provider, own, 'p')).toMatchObject({
      object,
      kind,
      providerId: 're_1',
      purchaseId: 'p',
    });
  });
});
