import type { CardRecovery } from './card-recovery.values.js';

/** Why billing itself gave up a charge that the card provider did not decline. */
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

/** `issuer`: the card may be good, but its issuer or network could not answer. `provider`: it was never asked. */
export type DeclineCause = 'card' | 'issuer' | 'provider';

/** What the agent's email says. It must not reveal that a card was reported lost or stolen. */
export const declineMails = ['insufficient-funds', 'approval-needed', 'expired', 'no-card', 'other'] as const;
export type DeclineMail = (typeof declineMails)[number];

interface DeclineRule {
  /** Only `card` keeps further leads from the buyer. */
  readonly cause: DeclineCause;
  readonly recovery: CardRecovery;
  readonly mail: DeclineMail;
  /** What the admin reads. */
  readonly text: string;
}

/**
 * The rule and the wording of every decline code (https://docs.stripe.com/declines/codes) that is not treated as a
 * refusal of the card without a reason. `issuer` are those for which the provider advises to charge the same card again.
 * `duplicate_transaction` is among them because every lead costs the same, and some issuers take two charges within a
 * minute for one. `card_velocity_exceeded` is not: the balance or the limit of the card is used up, and only its owner
 * can change that.
 */
export const declineRules = {
  approve_with_id: {
    cause: 'issuer',
    recovery: 'retry',
    mail: 'other',
    text: 'The bank could not approve the charge at that time.',
  },
  authentication_required: {
    cause: 'card',
    recovery: 'authenticate',
    mail: 'approval-needed',
    text: 'The bank requires the agent to approve the charge in person.',
  },
  call_issuer: {
    cause: 'card',
    recovery: 'retry',
    mail: 'other',
    text: 'The bank declined the card and asks the agent to call.',
  },
  card_declined: { cause: 'card', recovery: 'retry', mail: 'other', text: 'The bank declined the card.' },
  card_not_supported: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: "The card doesn't allow this type of charge.",
  },
  card_velocity_exceeded: {
    cause: 'card',
    recovery: 'retry',
    mail: 'other',
    text: 'The card reached its spending limit.',
  },
  currency_not_supported: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: "The card doesn't support US dollars.",
  },
  do_not_honor: {
    cause: 'card',
    recovery: 'retry',
    mail: 'other',
    text: 'The bank declined the card without giving a reason.',
  },
  do_not_try_again: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: 'The bank declined the card and asks us not to try it again.',
  },
  duplicate_transaction: {
    cause: 'issuer',
    recovery: 'retry',
    mail: 'other',
    text: 'The bank took the charge for a repetition of another.',
  },
  expired_card: { cause: 'card', recovery: 'replace', mail: 'expired', text: 'The card has expired.' },
  fraudulent: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: 'The card provider suspected fraud.',
  },
  generic_decline: {
    cause: 'card',
    recovery: 'retry',
    mail: 'other',
    text: 'The bank declined the card without giving a reason.',
  },
  incorrect_cvc: {
    cause: 'card',
    recovery: 'retry',
    mail: 'other',
    text: "The card's security code is incorrect.",
  },
  incorrect_number: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: 'The card number is incorrect.',
  },
  insufficient_funds: {
    cause: 'card',
    recovery: 'retry',
    mail: 'insufficient-funds',
    text: 'The card has insufficient funds.',
  },
  invalid_account: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: "The card's account is closed or invalid.",
  },
  issuer_not_available: {
    cause: 'issuer',
    recovery: 'retry',
    mail: 'other',
    text: 'The bank could not be reached.',
  },
  lost_card: { cause: 'card', recovery: 'replace', mail: 'other', text: 'The card was reported lost.' },
  merchant_blacklist: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: 'Our own rules at the card provider blocked the charge.',
  },
  pickup_card: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: 'The bank has withdrawn the card.',
  },
  processing_error: {
    cause: 'issuer',
    recovery: 'retry',
    mail: 'other',
    text: 'The bank could not process the charge at that time.',
  },
  reenter_transaction: {
    cause: 'issuer',
    recovery: 'retry',
    mail: 'other',
    text: 'The bank could not process the charge at that time.',
  },
  restricted_card: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: 'The bank has restricted the card.',
  },
  stolen_card: { cause: 'card', recovery: 'replace', mail: 'other', text: 'The card was reported stolen.' },
  transaction_not_allowed: {
    cause: 'card',
    recovery: 'retry',
    mail: 'other',
    text: "The card doesn't allow this type of charge.",
  },
  try_again_later: {
    cause: 'issuer',
    recovery: 'retry',
    mail: 'other',
    text: 'The bank could not process the charge at that time.',
  },
  withdrawal_count_limit_exceeded: {
    cause: 'card',
    recovery: 'retry',
    mail: 'other',
    text: 'The card reached its spending limit.',
  },
  no_card: { cause: 'card', recovery: 'replace', mail: 'no-card', text: 'The agent had no card on file.' },
  card_unusable: {
    cause: 'card',
    recovery: 'replace',
    mail: 'other',
    text: 'The card was removed or can no longer be charged.',
  },
  gave_up: {
    cause: 'provider',
    recovery: 'retry',
    mail: 'other',
    text: 'The charge had no outcome for too long, so it was given up.',
  },
  canceled: {
    cause: 'provider',
    recovery: 'retry',
    mail: 'other',
    text: 'The charge was canceled at the card provider.',
  },
  provider_error: {
    cause: 'provider',
    recovery: 'retry',
    mail: 'other',
    text: 'The card provider could not process the charge.',
  },
} as const satisfies Readonly<Record<string, DeclineRule>>;
export type DeclineCode = keyof typeof declineRules;

export const isDeclineCode = (code: string): code is DeclineCode => Object.hasOwn(declineRules, code);
export const declineCodes: readonly DeclineCode[] = Object.keys(declineRules).filter(isDeclineCode);

export const issuerDeclineCodes: readonly string[] = declineCodes.filter(
  (code) => declineRules[code].cause === 'issuer',
);

/** Returns what kept a charge from succeeding. A code without a rule is a refusal of the card. */
export const declineCauseOf = (code: string): DeclineCause =>
  isDeclineCode(code) ? declineRules[code].cause : 'card';

/** @param declineCode null if it is not known any more */
export const cardRecoveryOf = (declineCode: string | null): CardRecovery =>
  declineCode !== null && isDeclineCode(declineCode) ? declineRules[declineCode].recovery : 'retry';
