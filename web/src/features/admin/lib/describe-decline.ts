import { type DeclineCode, isDeclineCode } from '@desk/contracts/billing/decline-codes.values';

const descriptions: Record<DeclineCode, string> = {
  authentication_required: 'The bank requires the agent to approve the charge in person.',
  call_issuer: 'The bank declined the card and asks the agent to call.',
  card_declined: 'The bank declined the card.',
  card_not_supported: "The card doesn't allow this type of charge.",
  card_velocity_exceeded: 'The card reached its spending limit.',
  currency_not_supported: "The card doesn't support US dollars.",
  do_not_honor: 'The bank declined the card without giving a reason.',
  do_not_try_again: 'The bank declined the card and asks us not to try it again.',
  expired_card: 'The card has expired.',
  fraudulent: 'The card provider suspected fraud.',
  generic_decline: 'The bank declined the card without giving a reason.',
  incorrect_cvc: "The card's security code is incorrect.",
  incorrect_number: 'The card number is incorrect.',
  insufficient_funds: 'The card has insufficient funds.',
  invalid_account: "The card's account is closed or invalid.",
  issuer_not_available: 'The bank could not be reached.',
  lost_card: 'The card was reported lost.',
  merchant_blacklist: 'Our own rules at the card provider blocked the charge.',
  pickup_card: 'The bank has withdrawn the card.',
  processing_error: 'The bank could not process the charge at that time.',
  restricted_card: 'The bank has restricted the card.',
  stolen_card: 'The card was reported stolen.',
  transaction_not_allowed: "The card doesn't allow this type of charge.",
  try_again_later: 'The bank could not process the charge at that time.',
  withdrawal_count_limit_exceeded: 'The card reached its spending limit.',
  no_card: 'The agent had no card on file.',
  card_unusable: 'The card was removed or can no longer be charged.',
  gave_up: 'The outcome stayed unknown for too long, so the charge was canceled.',
  canceled: 'The charge was canceled at the card provider.',
  provider_error: 'The card provider could not process the charge.',
};

/** Returns a sentence for the admin. A code that has none is shown as it is. */
export function describeDecline(code: string | null): string {
  if (code === null) return 'No reason was given.';
  return isDeclineCode(code) ? descriptions[code] : `The card was declined (${code}).`;
}
