import { integrationStates, integrationTypes } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { canActivateByHand, integrationTransitions, listRequestedAtSignUp } from './integration-rules.js';

it('lets a pending integration request be completed or declined, once', () => {
  const allowed = integrationStates.flatMap((from) =>
    integrationStates
      .filter((to) => integrationTransitions.isAllowed(from, to))
      .map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual(['pending → completed', 'pending → declined']);
});

it('lets an admin mark a request as active only if its type has no channel', () => {
  expect(integrationTypes.filter(canActivateByHand)).toEqual(['other']);
});

const choices = { text: false, slack: false, other: null };

describe('listRequestedAtSignUp', () => {
  it('returns nothing for email alone, even with empty details', () => {
    expect(listRequestedAtSignUp(choices)).toEqual([]);
    expect(listRequestedAtSignUp({ ...choices, other: '  ' })).toEqual([]);
  });

  it('returns one request for each choice, with what was written under "Other"', () => {
    expect(listRequestedAtSignUp({ ...choices, text: true, slack: true, other: ' My CRM ' })).toEqual([
      { integrationType: 'sms', details: null },
      { integrationType: 'slack', details: null },
      { integrationType: 'other', details: 'My CRM' },
    ]);
  });
});
