import { offerStates } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { offerTransitions } from './offer-outcome.repository.js';

test('an offer is closed once', () => {
  const allowed = offerStates.flatMap((from) =>
    offerStates.filter((to) => offerTransitions.isAllowed(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual(['open → charged', 'open → declined', 'open → released']);
});
