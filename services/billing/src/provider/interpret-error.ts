import { billingDeclineCodes } from '@desk/contracts';
import Stripe from 'stripe';
import { interpretIntent, toIntent } from './intent.js';
import { interpretOutage, isAccessDenied, type StripeError } from './provider-failure.js';
import {
  CUSTOMER_MISSING,
  type ExpectedIntent,
  unknownVerdict,
  type UnknownVerdict,
  type Verdict,
} from './verdict.js';

const { cardUnusable } = billingDeclineCodes;

export type ProviderStep = 'create' | 'confirm' | 'cancel' | 'read';

/**
 * Interprets a failed call to the provider. Only the state of the intent itself, or a refusal before an intent
 * existed, is an outcome; everything else leaves the charge unknown.
 *
 * @throws the error itself if it is not a Stripe error
 */
export function interpretError(error: unknown, step: ProviderStep, expected: ExpectedIntent): Verdict {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return interpretEnclosedIntent(error, expected) ?? interpretOutage(error) ?? interpretRefusal(error, step);
}

/** The provider encloses the intent in its refusals. An intent that can still go either way decides nothing. */
function interpretEnclosedIntent(error: StripeError, expected: ExpectedIntent): Verdict | undefined {
  if (error.payment_intent === undefined) return undefined;
  const verdict = interpretIntent(toIntent(error.payment_intent), expected);
  return verdict.kind === 'unconfirmed' || verdict.kind === 'unknown' ? undefined : verdict;
}

function interpretRefusal(error: StripeError, step: ProviderStep): Verdict {
  const { code = '' } = error;
  if (error instanceof Stripe.errors.StripeCardError)
    return step === 'create'
      ? { kind: 'declined', code: error.decline_code || code || 'card_declined' }
      : unknownVerdict('refused', { needsNewKey: true });
  if (code === 'payment_intent_unexpected_state') return unknownVerdict(code, { needsNewKey: true });
  if (isCardGone(error)) return interpretCardGone(step);
  if (isCustomerMissing(error)) return interpretCustomerMissing(step);
  // A wrong API key or parameter must neither sell nor lose a lead.
  const isDenied = isAccessDenied(error);
  return unknownVerdict(isDenied ? 'access_denied' : code || 'refused', {
    needsNewKey: !isDenied,
    needsAlarm: true,
  });
}

/** Whether the card no longer exists or belongs to another customer. */
export function isCardGone(error: StripeError): boolean {
  const { code = '', param = '' } = error;
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || code.startsWith('parameter_'))
    return false;
  return code.startsWith('payment_method_') || param === 'payment_method';
}

const isCustomerMissing = ({ code, param }: StripeError): boolean =>
  code === 'resource_missing' && param === 'customer';

function interpretCardGone(step: ProviderStep): Verdict {
  if (step === 'create') return { kind: 'declined', code: cardUnusable };
  if (step === 'confirm') return { kind: 'cancel-first', code: cardUnusable };
  return unknownVerdict(cardUnusable, { needsNewKey: true, needsAlarm: true });
}

/**
 * Our API key probably belongs to another account. During confirmation it cannot: the provider found the intent, so
 * the customer was deleted.
 */
const interpretCustomerMissing = (step: ProviderStep): Verdict =>
  step === 'confirm'
    ? interpretCardGone(step)
    : unknownVerdict(CUSTOMER_MISSING, { needsNewKey: true, needsAlarm: true });

/** `already-refunded`: the money had gone back before this call; the refunds of the payment show how. */
export type RefundErrorVerdict =
  | UnknownVerdict
  | { readonly kind: 'already-refunded' }
  /** The refunds of the payment cannot be read, and that does not pass by itself. */
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'refused'; readonly code: string };

const ALREADY_REFUNDED = 'charge_already_refunded';

/**
 * Interprets a failed call about a refund. Only a definite refusal is an outcome; everything else leaves it unknown.
 *
 * @throws the error itself if it is not a Stripe error
 */
export function interpretRefundError(error: unknown, step: 'create' | 'read'): RefundErrorVerdict {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { code = '' } = error;
  const outage = interpretOutage(error);
  if (outage) return outage;
  // An earlier attempt sent other parameters under this key, and may have succeeded.
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return unknownVerdict('idempotency_error', { needsNewKey: true, needsAlarm: true });
  if (isAccessDenied(error)) return unknownVerdict('access_denied', { needsAlarm: true });
  // The payment exists, so our API key probably belongs to another account.
  if (code === 'resource_missing') return unknownVerdict(code, { needsAlarm: true });
  if (step === 'read') return { kind: 'unreadable', code: code || 'refused' };
  return code === ALREADY_REFUNDED
    ? { kind: 'already-refunded' }
    : { kind: 'refused', code: code || 'refused' };
}
