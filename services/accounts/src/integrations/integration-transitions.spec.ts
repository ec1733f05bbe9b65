import { integrationStates, integrationTypes } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { canActivateByHand, integrationTransitions } from './integration-transitions.js';

it('lets a pending integration request be completed or declined, once', () => {
  expect(integrationStates.map((from) => [from, integrationTransitions.next(from)])).toEqual([
    ['pending', ['completed', 'declined']],
    ['completed', []],
    ['declined', []],
  ]);
});

it('lets an admin mark a request as active only if no channel of ours decides it', () => {
  expect(integrationTypes.filter(canActivateByHand)).toEqual(['other']);
});
