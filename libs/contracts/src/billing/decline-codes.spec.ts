import { expect, it } from '@jest/globals';
import { cardRecoveryOf, declineCauseOf, declineCodes } from './decline-codes.values.js';

it.each([
  ['insufficient_funds', 'retry'],
  ['do_not_honor', 'retry'],
  ['generic_decline', 'retry'],
  ['a_code_of_tomorrow', 'retry'],
  [null, 'retry'],
  ['authentication_required', 'authenticate'],
  ['expired_card', 'replace'],
  ['lost_card', 'replace'],
  ['stolen_card', 'replace'],
  ['fraudulent', 'replace'],
  ['do_not_try_again', 'replace'],
  ['card_unusable', 'replace'],
])('recovers from %s by %s', (code, recovery) => {
  expect(cardRecoveryOf(code)).toBe(recovery);
});

it('does not ask for another card if the card is not to blame', () => {
  const innocent = declineCodes.filter((code) => declineCauseOf(code) !== 'card');
  expect(innocent.filter((code) => cardRecoveryOf(code) === 'replace')).toEqual([]);
});

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
