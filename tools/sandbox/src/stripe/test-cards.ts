/** Behavior of the provider's published test cards (docs.stripe.com/testing). */
export interface Decline {
  readonly code: string;
  readonly decline_code: string;
  readonly message: string;
  readonly advice_code?: 'try_again_later' | 'do_not_try_again' | 'confirm_card_data';
}

const declined = (
  decline_code: string,
  message = 'Your card was declined.',
  advice_code: NonNullable<Decline['advice_code']> = 'try_again_later',
  code = 'card_declined',
): Decline => ({ code, decline_code, message, advice_code });

export const declines = {
  generic_decline: declined('generic_decline'),
  do_not_honor: declined('do_not_honor'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  try_again_later: declined('try_again_later'),
  issuer_not_available: declined('issuer_not_available'),
  lost_card: declined('lost_card', undefined, 'do_not_try_again'),
  stolen_card: declined('stolen_card', undefined, 'do_not_try_again'),
  fraudulent: declined('fraudulent', undefined, 'do_not_try_again'),
  do_not_try_again: declined('do_not_try_again', undefined, 'do_not_try_again'),
  expired_card: declined('expired_card', 'Your card has expired.', 'do_not_try_again', 'expired_card'),
  incorrect_cvc: declined(
    'incorrect_cvc',
    "Your card's security code is incorrect.",
    'confirm_card_data',
    'incorrect_cvc',
  ),
  processing_error: declined(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    'try_again_later',
    'processing_error',
  ),
  authentication_required: declined(
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
    'try_again_later',
    'authentication_required',
  ),
} as const satisfies Record<string, Decline>;

export interface Behavior {
  readonly save?: Decline;
  readonly charge?: Decline;
  readonly authentication?: 'unless-set-up' | 'always';
  readonly refund?: 'fails' | 'pending';
  readonly disputes?: true;
  /** The charge stays `processing` until a tool completes it. */
  readonly slow?: true;
}

/**
 * `POST /sandbox/cards/:id` accepts these names. A decline code means that saving works and charges are declined; with
 * `_at_once`, saving is declined too.
 */
export const behaviors = new Map<string, Behavior>([
  ['ok', {}],
  ...Object.entries(declines).flatMap(([name, charge]): [string, Behavior][] => [
    [name, { charge }],
    [`${name}_at_once`, { save: charge, charge }],
  ]),
  ['authenticate_unless_set_up', { authentication: 'unless-set-up' }],
  ['authenticate_always', { authentication: 'always' }],
  ['refund_fails', { refund: 'fails' }],
  ['refund_pending', { refund: 'pending' }],
  ['disputes', { disputes: true }],
  ['processing', { slow: true }],
]);

export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly behavior: string;
  readonly aliases: readonly string[];
  readonly funding: 'credit' | 'debit' | 'prepaid';
}

const card = (
  number: string,
  behavior: string,
  aliases: string[],
  brand = 'visa',
  funding: TestCard['funding'] = 'credit',
): TestCard => ({ number, brand, behavior, aliases, funding });

const cards: readonly TestCard[] = [
  card('4242424242424242', 'ok', ['visa', 'us']),
  card('4000056655665556', 'ok', ['visa_debit'], 'visa', 'debit'),
  card('5555555555554444', 'ok', ['mastercard'], 'mastercard'),
  card('2223003122003222', 'ok', [], 'mastercard'),
  card('5200828282828210', 'ok', ['mastercard_debit'], 'mastercard', 'debit'),
  card('5105105105105100', 'ok', ['mastercard_prepaid'], 'mastercard', 'prepaid'),
  card('378282246310005', 'ok', ['amex'], 'amex'),
  card('371449635398431', 'ok', [], 'amex'),
  card('6011111111111117', 'ok', ['discover'], 'discover'),
  card('3056930009020004', 'ok', ['diners'], 'diners'),
  card('3566002020360505', 'ok', ['jcb'], 'jcb'),
  card('6200000000000005', 'ok', ['unionpay'], 'unionpay'),
  card('4000000000000077', 'ok', ['bypassPending']),
  card('4000000000000002', 'generic_decline_at_once', ['chargeDeclined', 'visa_chargeDeclined']),
  card('4000000000000341', 'generic_decline', ['chargeCustomerFail']),
  card('4000000000009995', 'insufficient_funds_at_once', [
    'chargeDeclinedInsufficientFunds',
    'visa_chargeDeclinedInsufficientFunds',
  ]),
  card('4000000000009987', 'lost_card_at_once', ['visa_chargeDeclinedLostCard', 'chargeDeclinedLostCard']),
  card('4000000000009979', 'stolen_card_at_once', [
    'visa_chargeDeclinedStolenCard',
    'chargeDeclinedStolenCard',
  ]),
  card('4000000000000069', 'expired_card_at_once', ['chargeDeclinedExpiredCard']),
  card('4000000000000127', 'incorrect_cvc_at_once', ['chargeDeclinedIncorrectCvc']),
  card('4000000000000119', 'processing_error_at_once', ['chargeDeclinedProcessingError']),
  card('4000000000006975', 'card_velocity_exceeded_at_once', ['visa_chargeDeclinedVelocityLimitExceeded']),
  card('4100000000000019', 'fraudulent_at_once', ['radarBlock', 'chargeDeclinedFraudulent']),
  card('4000002500003155', 'authenticate_unless_set_up', ['authenticationRequiredOnSetup']),
  card('4000002760003184', 'authenticate_always', ['authenticationRequired']),
  card('4000003800000446', 'ok', ['authenticationRequiredSetupForOffSession']),
  card('4000000000000259', 'disputes', ['createDispute']),
  card('4000000000005126', 'refund_fails', ['refundFail']),
  card('4000000000007726', 'refund_pending', ['pendingRefund']),
];

export const cardByNumber = (number: string): TestCard | undefined =>
  cards.find((one) => one.number === number);

const ALIAS_PREFIX = 'pm_card_';
export const cardByAlias = (id: string): TestCard | undefined =>
  cards.find(({ aliases }) => aliases.includes(id.slice(ALIAS_PREFIX.length)));
export const isAlias = (id: string): boolean => id.startsWith(ALIAS_PREFIX);

export const findBehavior = (name: string): Behavior => behaviors.get(name) ?? {};
