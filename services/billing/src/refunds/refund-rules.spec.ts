import { refundStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import type { RefundEntity } from './refund.entity.js';
import {
  findCompletingPart,
  type GivenBack,
  isOpen,
  refundTransitions,
  toMissingCents,
} from './refund-rules.js';

describe('refundTransitions', () => {
  it('never lead back to an earlier state, so that late answers change nothing', () => {
    const reachable = (from: (typeof refundStates)[number]): string[] =>
      refundStates
        .filter((to) => refundTransitions.isAllowed(from, to))
        .flatMap((to) => [to, ...reachable(to)]);
    for (const state of refundStates) expect(reachable(state)).not.toContain(state);
  });

  it('let a refund that succeeded fail', () => {
    expect(refundTransitions.isAllowed('succeeded', 'failed')).toBe(true);
  });

  it('keep a refund open until its outcome is known', () => {
    expect(refundStates.filter(isOpen)).toEqual(['requested', 'pending']);
  });
});

const givenBack = (id: string, amountCents: number, minute = 0): GivenBack => ({
  id,
  amountCents,
  at: new Date(minute * 60_000),
});
const refund = (amount: string, status: RefundEntity['status']): RefundEntity =>
  ({ amount, status }) as RefundEntity;

describe('findCompletingPart', () => {
  it('returns the single part that covers the whole amount', () => {
    expect(findCompletingPart(8_000, [givenBack('a', 8_000)])?.id).toBe('a');
  });

  it('returns the last of several parts', () => {
    const parts = [givenBack('late', 5_000, 2), givenBack('early', 3_000, 1)];
    expect(findCompletingPart(8_000, parts)?.id).toBe('late');
  });

  it('returns undefined while a part is missing', () => {
    expect(findCompletingPart(8_000, [givenBack('a', 7_999)])).toBeUndefined();
  });
});

describe('toMissingCents', () => {
  it.each([
    ['requested', 5_000],
    ['pending', 5_000],
    ['succeeded', 5_000],
    ['failed', 8_000],
    ['canceled', 8_000],
  ] as const)('with a refund of 3,000 that is %s, leaves %i missing', (status, missing) => {
    expect(toMissingCents(8_000, [refund('30.00', status)])).toBe(missing);
  });
});
