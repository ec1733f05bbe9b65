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
