/** The card provider's decline codes, and billing's own, as somebody would say them. */
const reasons = new Map<string, string>([
  ['card_declined', 'The bank declined the card.'],
  ['generic_decline', 'The bank declined the card and gave no reason.'],
  ['do_not_honor', 'The bank declined the card and gave no reason.'],
  ['call_issuer', 'The bank declined the card and wants to be called.'],
  ['do_not_try_again', 'The bank declined the card and asked us not to try it again.'],
  ['insufficient_funds', 'There is not enough money on the card.'],
  ['expired_card', 'The card has expired.'],
  ['lost_card', 'The card was reported lost.'],
  ['stolen_card', 'The card was reported stolen.'],
  ['pickup_card', 'The bank has withdrawn the card.'],
  ['restricted_card', 'The bank has restricted the card.'],
  ['fraudulent', 'The charge was taken for fraud.'],
  ['merchant_blacklist', 'The charge was blocked by our own rules at the card provider.'],
  ['transaction_not_allowed', 'The card may not be used for this kind of charge.'],
  ['card_not_supported', 'The card may not be used for this kind of charge.'],
  ['currency_not_supported', 'The card does not take US dollars.'],
  ['card_velocity_exceeded', 'The card has reached its own spending limit.'],
  ['withdrawal_count_limit_exceeded', 'The card has reached its own spending limit.'],
  ['incorrect_number', 'The card number is not right.'],
  ['invalid_account', 'The account behind the card is closed or not valid.'],
  ['incorrect_cvc', 'The security code of the card is not right.'],
  ['authentication_required', 'The bank wants the agent to approve the charge in person.'],
  ['processing_error', 'The bank could not process the card just then.'],
  ['try_again_later', 'The bank could not process the card just then.'],
  ['issuer_not_available', 'The bank could not be reached.'],
  // Billing's own.
  ['no_card', 'The agent had no card on file.'],
  ['card_unusable', 'The card was removed or can no longer be charged.'],
  ['gave_up', 'The outcome stayed unknown for too long, so the charge was cancelled.'],
  ['canceled', 'The charge was cancelled at the card provider.'],
  ['provider_error', 'The card provider could not carry out the charge.'],
]);

/** Why a charge came to nothing. A code that is not known is given as it is. */
export function declineReason(code: string | null): string {
  if (code === null) return 'No reason was given.';
  return reasons.get(code) ?? `The card was declined (${code}).`;
}
