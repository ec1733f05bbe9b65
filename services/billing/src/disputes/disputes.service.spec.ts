import { disputeStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { isClosed, isDisputeState, mayFollow } from './disputes.service.js';

describe('mayFollow', () => {
  it.each(
    disputeStates.flatMap((a) => disputeStates.map((b) => [a, b] as const)).filter(([a, b]) => a !== b),
  )('lets only one of %s and %s follow the other, so that their order of arrival does not matter', (a, b) => {
    expect(mayFollow(a, b)).toBe(!mayFollow(b, a));
  });

  it('never reopens a dispute that was won or lost', () => {
    for (const from of ['won', 'lost'] as const)
      for (const to of disputeStates.filter((state) => !isClosed(state)))
        expect(mayFollow(from, to)).toBe(false);
  });

  it('accepts exactly the states of the contract', () => {
    expect(disputeStates.every(isDisputeState)).toBe(true);
    expect(isDisputeState('toString')).toBe(false);
  });
});
