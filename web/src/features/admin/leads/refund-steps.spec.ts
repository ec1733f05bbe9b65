import type { AdminRefund } from '@desk/contracts/billing/refunds.http';
import { describe, expect, it } from '@jest/globals';
import { refundSteps } from './timeline';
import { isRefundable } from '../payments/refunds';

const refund = (over: Partial<AdminRefund> = {}): AdminRefund => ({
  id: '0191e1a0-0000-7000-8000-000000000009',
  amount: '80.00',
  status: 'succeeded',
  reason: 'not-delivered',
  note: 'The email bounced.',
  requestedBy: { id: '0191e1a0-0000-7000-8000-000000000005', firstName: 'Ada', lastName: 'Min' },
  stripeRefundId: 're_1',
  failureReason: null,
  requestedAt: '2026-01-05T14:30:00.000Z',
  succeededAt: '2026-01-05T14:30:01.000Z',
  endedAt: null,
  ...over,
});
const titles = (over: Partial<AdminRefund>) => refundSteps(refund(over)).map(({ title }) => title);

describe('refundSteps', () => {
  it('name who asked for the refund, why, and what came of it', () => {
    expect(refundSteps(refund())).toMatchObject([
      { title: 'Refund requested by Ada Min: the lead was not delivered', details: ['The email bounced.'] },
      { title: 'Refunded $80.00', code: 're_1' },
    ]);
  });

  it('show a refund that is on its way without a time', () => {
    expect(refundSteps(refund({ status: 'pending', succeededAt: null })).at(-1)).toMatchObject({
      title: 'Refund of $80.00 in progress',
      tone: 'waiting',
      at: null,
    });
  });

  it('show a refund that failed after it had succeeded', () => {
    expect(titles({ status: 'failed', endedAt: '2026-01-08T14:30:00.000Z' }).slice(1)).toEqual([
      'Refunded $80.00',
      'Refund failed',
    ]);
  });

  it.each(['undeliverable', 'made-at-provider'] as const)(
    'name nobody for a refund that was %s',
    (reason) => {
      expect(titles({ reason, requestedBy: null })[0]).not.toContain('requested by');
    },
  );
});

describe('isRefundable', () => {
  it('is true for a payment without a refund on its way', () => {
    expect(isRefundable('succeeded', null)).toBe(true);
    expect(isRefundable('succeeded', refund({ status: 'failed' }))).toBe(true);
    expect(isRefundable('succeeded', refund({ status: 'pending' }))).toBe(false);
    expect(isRefundable('refunded', refund())).toBe(false);
  });
});
