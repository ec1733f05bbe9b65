import { purchaseStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { hasOutcome, isOverdue, purchaseTransitions, resolveDelayMs } from './charge-rules.js';

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

describe('resolveDelayMs', () => {
  it.each([
    [1, 200],
    [2, 400],
    [3, 800],
    [9, 51_200],
    [10, 60_000],
    [500, 60_000],
  ])('delays attempt %i by at most %i ms and at least half of that', (attempt, maxMs) => {
    expect(resolveDelayMs(attempt, false, () => 1)).toBe(maxMs);
    expect(resolveDelayMs(attempt, false, () => 0)).toBe(maxMs / 2);
  });

  it('asks at least every five seconds while the provider does not answer', () => {
    expect(resolveDelayMs(500, true, () => 1)).toBe(5_000);
  });
});

describe('isOverdue', () => {
  const start = new Date('2026-01-01T00:00:00.000Z');
  const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
  const GIVE_UP_MS = 600_000;
  const times = { firstRequestedAt: start, unansweredMs: 0, unansweredSince: null };

  it('returns true from the deadline on', () => {
    expect(isOverdue(times, after(9.99), GIVE_UP_MS)).toBe(false);
    expect(isOverdue(times, after(10), GIVE_UP_MS)).toBe(true);
  });

  it('stops the clock while the provider does not answer', () => {
    expect(isOverdue({ ...times, unansweredSince: after(9) }, after(300), GIVE_UP_MS)).toBe(false);
  });

  it('continues after an outage where it had stopped', () => {
    const afterOutage = { ...times, unansweredMs: 291 * 60_000 };
    expect(isOverdue(afterOutage, after(300.9), GIVE_UP_MS)).toBe(false);
    expect(isOverdue(afterOutage, after(301), GIVE_UP_MS)).toBe(true);
  });

  it('returns true for a charge that is 20 hours old, whatever was down', () => {
    expect(isOverdue({ ...times, unansweredSince: start }, after(20 * 60), GIVE_UP_MS)).toBe(true);
  });
});
