import { integrationStates } from '@desk/contracts';
import { expect, it } from '@jest/globals';
import { integrationTransitions } from './integration-transitions.js';

it('lets a pending integration request be completed or declined, once', () => {
  expect(integrationStates.map((from) => [from, integrationTransitions.next(from)])).toEqual([
    ['pending', ['completed', 'declined']],
    ['completed', []],
    ['declined', []],
  ]);
});
