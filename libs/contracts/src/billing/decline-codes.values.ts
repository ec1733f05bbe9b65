/** Why billing itself gave up a charge that the card provider did not decline. */
export const billingDeclineCodes = {
  noCard: 'no_card',
  /** The card was detached or its customer deleted at the card provider. */
  cardUnusable: 'card_unusable',
  /** The outcome stayed unknown for too long and the charge was canceled. */
  gaveUp: 'gave_up',
  /** Canceled at the card provider, but not by us. */
  canceled: 'canceled',
  providerError: 'provider_error',
} as const;

/** The decline codes that people see explained (https://docs.stripe.com/declines/codes). The provider has more. */
export const declineCodes = [
  'authentication_required',
  'call_issuer',
  'card_declined',
  'card_not_supported',
  'card_velocity_exceeded',
  'currency_not_supported',
  'do_not_honor',
  'do_not_try_again',
  'expired_card',
  'fraudulent',
  'generic_decline',
  'incorrect_cvc',
  'incorrect_number',
  'insufficient_funds',
  'invalid_account',
  'issuer_not_available',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'processing_error',
  'restricted_card',
  'stolen_card',
  'transaction_not_allowed',
  'try_again_later',
  'withdrawal_count_limit_exceeded',
  ...Object.values(billingDeclineCodes),
] as const;
export type DeclineCode = (typeof declineCodes)[number];

const known = new Set<string>(declineCodes);
export const isDeclineCode = (code: string): code is DeclineCode => known.has(code);

/** `issuer`: the card may be good, but its issuer or network could not answer. `provider`: it was never asked. */
export type DeclineCause = 'card' | 'issuer' | 'provider';

/**
 * The codes for which the provider advises to charge the same card again. `duplicate_transaction` is among them because
 * every lead costs the same, and some issuers take two charges within a minute for one. `card_velocity_exceeded` is not:
 * the balance or the limit of the card is used up, and only its owner can change that.
 */
export const issuerDeclineCodes: readonly string[] = [
  'approve_with_id',
  'duplicate_transaction',
  'issuer_not_available',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
];
const providerDeclineCodes: readonly string[] = [
  billingDeclineCodes.gaveUp,
  billingDeclineCodes.canceled,
  billingDeclineCodes.providerError,
];

/** Returns what kept a charge from succeeding. Only `card` keeps further leads from the buyer. */
export function declineCauseOf(code: string): DeclineCause {
  if (issuerDeclineCodes.includes(code)) return 'issuer';
  return providerDeclineCodes.includes(code) ? 'provider' : 'card';
}
