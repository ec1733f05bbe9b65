import { describe, expect, it } from '@jest/globals';
import { findCompletingRefund } from './money-back.js';
import type { RefundEntity } from './refund.entity.js';

const refund = (id: string, amount: string, status: RefundEntity['status'], minute = 0): RefundEntity =>
  ({ id, amount, status, succeededAt: new Date(minute * 60_000) }) as RefundEntity;

describe('findCompletingRefund', () => {
  it('returns the refund that gave back the whole amount', () => {
    expect(findCompletingRefund(8_000, [refund('a', '80.00', 'succeeded')])?.id).toBe('a');
  });

  it('returns the last of several partial refunds', () => {
    const refunds = [refund('late', '50.00', 'succeeded', 2), refund('early', '30.00', 'succeeded', 1)];
    expect(findCompletingRefund(8_000, refunds)?.id).toBe('late');
  });

  it.each(['requested', 'pending', 'failed', 'canceled'] as const)('does not count a %s refund', (status) => {
    expect(findCompletingRefund(8_000, [refund('a', '80.00', status)])).toBeUndefined();
  });

  it('returns undefined while a part is missing', () => {
    expect(findCompletingRefund(8_000, [refund('a', '79.99', 'succeeded')])).toBeUndefined();
  });
});
