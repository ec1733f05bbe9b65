import { integrationStates } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { canResolve } from './integration-transitions.js';

it('lets a pending integration request be completed or declined, once', () => {
  const allowed = integrationStates.flatMap((from) =>
    (['completed', 'declined'] as const).filter((to) => canResolve(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual(['pending → completed', 'pending → declined']);
});
