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
