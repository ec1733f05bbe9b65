import { purchaseStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { hasOutcome, purchaseTransitions } from './purchase-transitions.js';

describe('purchase transitions', () => {
  const allowed = new Set([
    'pending→unknown',
    'pending→succeeded',
    'pending→failed',
    'unknown→unknown',
    'unknown→succeeded',
    'unknown→failed',
    'succeeded→refunded',
    'refunded→succeeded',
  ]);

  it.each(purchaseStates.flatMap((from) => purchaseStates.map((to) => [from, to] as const)))(
    'allow %s → %s only if it is on the list',
    (from, to) => {
      if (allowed.has(`${from}→${to}`)) expect(purchaseTransitions.move(from, to)).toBe(to);
      else expect(() => purchaseTransitions.move(from, to)).toThrow(`from '${from}' to '${to}'`);
    },
  );

  it('leave only pending and unknown without an outcome', () => {
    expect(purchaseStates.filter((state) => !hasOutcome(state))).toEqual(['pending', 'unknown']);
  });
});
