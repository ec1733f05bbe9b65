import { describe, expect, it } from '@jest/globals';
import { withoutPayments } from './reconciliation.js';

describe('withoutPayments', () => {
  it('omits only what another invariant reports', () => {
    const difference = { object: 'payment', kind: 'amount', providerId: 'pi_1' };
    const refund = { object: 'refund', kind: 'missing-here', providerId: 're_1' };
    const fault = { fault: 'the comparison did not finish' };
    expect(withoutPayments([difference, refund, fault], [{ intent: 'pi_1', fault: 'x' }])).toEqual([
      refund,
      fault,
    ]);
    expect(withoutPayments([difference])).toEqual([difference]);
  });
});
