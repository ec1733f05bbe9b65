import type { CardRecovery } from './card-recovery.values.js';

/** Why billing abandoned a charge that the card provider did not decline. */
export const billingDeclineCodes = {
  noCard: 'no_card',
  /** The card was detached or its customer deleted at the card provider. */
  cardUnusable: 'card_unusable',
  /** The charge had no outcome for too long. */
  gaveUp: 'gave_up',
  /** Canceled at the card provider, but not by us. */
  canceled: 'canceled',
  providerError: 'provider_error',
} as const;

/**
 * `issuer`: the card may be good, but its issuer or network could not answer. `provider`: the issuer was never reached.
 */
type DeclineCause = 'card' | 'issuer' | 'provider';

/** What the agent's email says. It must not reveal that a card was reported lost or stolen. */
export type DeclineMail = 'insufficient-funds' | 'approval-needed' | 'expired' | 'no-card' | 'other';

interface DeclineRule {
  /** `card`: no more charges until the agent acts. `issuer`, and the code `provider_error`: none for a while. */
  readonly cause: DeclineCause;
  readonly recovery: CardRecovery;
  readonly mail: DeclineMail;
  /** The text for admins. */
  readonly text: string;
}
const rule = (
  cause: DeclineCause,
  recovery: CardRecovery,
  text: string,
  mail: DeclineMail = 'other',
): DeclineRule => ({ cause, recovery, text, mail });

/**
 * The rules of Stripe's decline codes (https://docs.stripe.com/declines/codes) and of our own. Any other code counts as
 * cause `card` with recovery `retry`. `issuer`: Stripe advises to charge the same card again. `duplicate_transaction` is
 * one of them, because all leads cost the same, and some issuers mistake a second charge within a minute for a duplicate.
 * `card_velocity_exceeded` is not: only the owner can free up the card's balance or limit.
 */
export const declineRules = {
  approve_with_id: rule('issuer', 'retry', 'The bank could not approve the charge at that time.'),
  authentication_required: rule(
    'card',
    'authenticate',
    'The bank requires the agent to confirm the charge.',
    'approval-needed',
  ),
  call_issuer: rule('card', 'retry', 'The bank declined the card and asks the agent to call.'),
  card_declined: rule('card', 'retry', 'The bank declined the card.'),
  card_not_supported: rule('card', 'replace', "The card doesn't allow this type of charge."),
  card_velocity_exceeded: rule('card', 'retry', 'The card reached its spending limit.'),
  currency_not_supported: rule('card', 'replace', "The card doesn't support US dollars."),
  do_not_honor: rule('card', 'retry', 'The bank declined the card without giving a reason.'),
  do_not_try_again: rule('card', 'replace', 'The bank declined the card and asks us not to try it again.'),
  duplicate_transaction: rule(
    'issuer',
    'retry',
    'The bank mistook the charge for a duplicate of another one.',
  ),
  expired_card: rule('card', 'replace', 'The card has expired.', 'expired'),
  fraudulent: rule('card', 'replace', 'The card provider suspected fraud.'),
  generic_decline: rule('card', 'retry', 'The bank declined the card without giving a reason.'),
  incorrect_cvc: rule('card', 'retry', "The card's security code is incorrect."),
  incorrect_number: rule('card', 'replace', 'The card number is incorrect.'),
  insufficient_funds: rule('card', 'retry', 'The card has insufficient funds.', 'insufficient-funds'),
  invalid_account: rule('card', 'replace', "The card's account is closed or invalid."),
  issuer_not_available: rule('issuer', 'retry', 'The bank could not be reached.'),
  lost_card: rule('card', 'replace', 'The card was reported lost.'),
  merchant_blacklist: rule('card', 'replace', 'Our own rules at the card provider blocked the charge.'),
  pickup_card: rule('card', 'replace', 'The bank has withdrawn the card.'),
  processing_error: rule('issuer', 'retry', 'The bank could not process the charge at that time.'),
  reenter_transaction: rule('issuer', 'retry', 'The bank could not process the charge at that time.'),
  restricted_card: rule('card', 'replace', 'The bank has restricted the card.'),
  stolen_card: rule('card', 'replace', 'The card was reported stolen.'),
  transaction_not_allowed: rule('card', 'retry', "The card doesn't allow this type of charge."),
  try_again_later: rule('issuer', 'retry', 'The bank could not process the charge at that time.'),
  withdrawal_count_limit_exceeded: rule('card', 'retry', 'The card reached its spending limit.'),
  no_card: rule('card', 'replace', 'The agent had no card on file.', 'no-card'),
  card_unusable: rule('card', 'replace', 'The card was removed or can no longer be charged.'),
  gave_up: rule('provider', 'retry', 'The charge had no outcome for too long, so it was given up.'),
  canceled: rule('provider', 'retry', 'The charge was canceled at the card provider.'),
  provider_error: rule('provider', 'retry', 'The card provider could not process the charge.'),
};
type DeclineCode = keyof typeof declineRules;

export const isDeclineCode = (code: string): code is DeclineCode => Object.hasOwn(declineRules, code);
export const declineCodes: readonly DeclineCode[] = Object.keys(declineRules).filter(isDeclineCode);

export const issuerDeclineCodes: readonly string[] = declineCodes.filter(
  (code) => declineRules[code].cause === 'issuer',
);

/** Returns the cause of a failed charge. A code without a rule counts as a refusal of the card. */
export const declineCauseOf = (code: string): DeclineCause =>
  isDeclineCode(code) ? declineRules[code].cause : 'card';

/** @param declineCode null if it is no longer known */
export const cardRecoveryOf = (declineCode: string | null): CardRecovery =>
  declineCode !== null && isDeclineCode(declineCode) ? declineRules[declineCode].recovery : 'retry';
