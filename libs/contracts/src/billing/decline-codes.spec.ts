import { expect, it } from '@jest/globals';
import { declineCauseOf } from './decline-codes.values.js';

it.each([
  ['insufficient_funds', 'card'],
  ['card_velocity_exceeded', 'card'],
  ['do_not_honor', 'card'],
  ['a_code_of_tomorrow', 'card'],
  ['no_card', 'card'],
  ['card_unusable', 'card'],
  ['processing_error', 'issuer'],
  ['issuer_not_available', 'issuer'],
  ['try_again_later', 'issuer'],
  ['duplicate_transaction', 'issuer'],
  ['gave_up', 'provider'],
  ['canceled', 'provider'],
  ['provider_error', 'provider'],
])('attributes %s to the %s', (code, cause) => {
  expect(declineCauseOf(code)).toBe(cause);
});
