import { describe, expect, it } from '@jest/globals';
import { describeSide } from './differences';

const side = { status: 'succeeded', amountCents: 8_000, refundedCents: 0, currency: 'usd' };

describe('describeSide', () => {
  it('names the state, the amount and the refunded amount', () => {
    expect(describeSide(side)).toBe('succeeded, $80.00');
    expect(describeSide({ ...side, refundedCents: 2_000 })).toBe('succeeded, $80.00, $20.00 refunded');
    expect(describeSide({ ...side, status: 'needs_response', currency: 'eur' })).toBe(
      'needs response, $80.00 (eur)',
    );
    expect(describeSide(null)).toBe('Nothing');
  });
});
