/**
 * What makes a declined card usable again: charging it once more, its owner's confirmation with the bank, or nothing, so
 * that another card is needed.
 */
export const cardRecoveries = ['retry', 'authenticate', 'replace'] as const;
export type CardRecovery = (typeof cardRecoveries)[number];

/** The card, or its owner's right to use it, is gone. */
const finalCodes: ReadonlySet<string> = new Set([
  'no_card',
  'card_unusable',
  'card_not_supported',
  'currency_not_supported',
  'do_not_try_again',
  'expired_card',
  'fraudulent',
  'incorrect_number',
  'invalid_account',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'stolen_card',
]);

/** @param declineCode null if it is not known any more */
export function cardRecoveryOf(declineCode: string | null): CardRecovery {
  if (declineCode === 'authentication_required') return 'authenticate';
  return declineCode !== null && finalCodes.has(declineCode) ? 'replace' : 'retry';
}

/** How many days before a card expires its owner gets an email. */
export const cardExpiryNoticeDays = [30, 7] as const;
