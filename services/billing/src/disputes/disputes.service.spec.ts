import { disputeStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { isClosed, isDisputeState, mayFollow } from './disputes.service.js';

describe('mayFollow', () => {
  it.each(
    disputeStates.flatMap((a) => disputeStates.map((b) => [a, b] as const)).filter(([a, b]) => a !== b),
  )('orders %s and %s, so that of two answers the same one stays last whatever their order', (a, b) => {
    expect(mayFollow(a, b)).toBe(!mayFollow(b, a));
  });

  it('lets a closed dispute stay closed', () => {
    for (const from of ['won', 'lost'] as const)
      for (const to of disputeStates.filter((state) => !isClosed(state)))
        expect(mayFollow(from, to)).toBe(false);
  });

  it('knows the states of the contract only', () => {
    expect(disputeStates.every(isDisputeState)).toBe(true);
    expect(isDisputeState('toString')).toBe(false);
  });
});
