import { offerStates } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { offerTransitions } from './offer-outcome.repository.js';

test('an offer is closed once', () => {
  expect(offerTransitions.next('open')).toEqual(['charged', 'declined', 'released']);
  expect(offerStates.filter((state) => offerTransitions.isFinal(state))).toEqual([
    'charged',
    'declined',
    'released',
  ]);
});
