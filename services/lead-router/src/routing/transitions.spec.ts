import { expect, test } from '@jest/globals';
import { leadStates, offerStates } from '@desk/contracts';
import { moveLead, moveOffer } from './transitions.js';

const allowed = <S extends string>(states: readonly S[], move: (from: S, to: S) => S) =>
  states.flatMap((from) =>
    states
      .filter((to) => {
        try {
          return move(from, to) === to;
        } catch {
          return false;
        }
      })
      .map((to) => `${from} → ${to}`),
  );

test('a lead is reserved, sold, put back or expired, and nothing leaves sold or expired', () => {
  expect(allowed(leadStates, moveLead)).toEqual([
    'available → reserved',
    'available → expired',
    'reserved → available',
    'reserved → sold',
  ]);
});

test('an offer is settled once', () => {
  expect(allowed(offerStates, moveOffer)).toEqual(['open → charged', 'open → declined', 'open → released']);
});

test('an illegal step names both states', () => {
  expect(() => moveLead('sold', 'available')).toThrow("a lead cannot go from 'sold' to 'available'");
});
