import { refundStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { isOpen, refundTransitions } from './refund-transitions.js';

describe('refundTransitions', () => {
  it('never lead back to an earlier state, so that late answers change nothing', () => {
    const reachable = (from: (typeof refundStates)[number]): string[] =>
      refundTransitions.next(from).flatMap((to) => [to, ...reachable(to)]);
    for (const state of refundStates) expect(reachable(state)).not.toContain(state);
  });

  it('let a refund that succeeded fail', () => {
    expect(refundTransitions.isAllowed('succeeded', 'failed')).toBe(true);
  });

  it('keep a refund open until its outcome is known', () => {
    expect(refundStates.filter(isOpen)).toEqual(['requested', 'pending']);
  });
});
