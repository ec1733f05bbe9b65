import { leadStates } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { leadTransitions } from './lead-transitions.js';

test('leads are reserved, sold, made available again or expired, and sold and expired are final', () => {
  const allowed = leadStates.flatMap((from) =>
    leadStates.filter((to) => leadTransitions.isAllowed(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    'available → reserved',
    'available → expired',
    'reserved → available',
    'reserved → sold',
  ]);
});

test('a forbidden transition names both states', () => {
  expect(() => leadTransitions.move('sold', 'available')).toThrow(
    "a lead cannot go from 'sold' to 'available'",
  );
});
