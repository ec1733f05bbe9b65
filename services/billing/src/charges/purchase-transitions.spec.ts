import { purchaseStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { isSettled, transition } from './purchase-transitions.js';

describe('the states of a purchase', () => {
  const legal = new Set([
    'pending→unknown',
    'pending→succeeded',
    'pending→failed',
    'unknown→unknown',
    'unknown→succeeded',
    'unknown→failed',
    'succeeded→refunded',
  ]);

  it.each(purchaseStates.flatMap((from) => purchaseStates.map((to) => [from, to] as const)))(
    '%s → %s is allowed exactly when it is on the list',
    (from, to) => {
      if (legal.has(`${from}→${to}`)) expect(transition(from, to)).toBe(to);
      else expect(() => transition(from, to)).toThrow(`from ${from} to ${to}`);
    },
  );

  it('leaves only pending and unknown open', () => {
    expect(purchaseStates.filter((state) => !isSettled(state))).toEqual(['pending', 'unknown']);
  });
});
