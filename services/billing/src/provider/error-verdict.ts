import Stripe from 'stripe';
import { toIntent } from './intent.js';
import {
  CARD_UNUSABLE,
  CUSTOMER_MISSING,
  type Expectation,
  unknown,
  type Verdict,
  verdictOfIntent,
} from './verdict.js';

export type ProviderStep = 'create' | 'confirm' | 'cancel' | 'read';
type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/**
 * What a failed call means for the charge. Only what the provider says of the intent itself, or a refusal before
 * there was one, is an outcome; everything else leaves it unknown. Throws what is no error of the provider's client.
 */
export function verdictOfError(error: unknown, step: ProviderStep, expected: Expectation): Verdict {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return ofEnclosedIntent(error, expected) ?? ofAnswer(error, step);
}

/** The provider encloses the intent in its refusals. One that may still go either way decides nothing. */
function ofEnclosedIntent(error: StripeError, expected: Expectation): Verdict | undefined {
  if (error.payment_intent === undefined) return undefined;
  const verdict = verdictOfIntent(toIntent(error.payment_intent), expected);
  return verdict.kind === 'unconfirmed' || verdict.kind === 'unknown' ? undefined : verdict;
}

function ofAnswer(error: StripeError, step: ProviderStep): Verdict {
  const { statusCode: status, code = '' } = error;
  if (error instanceof Stripe.errors.StripeConnectionError || status === undefined)
    return unknown('no_answer');
  if (status === 409) return unknown('conflict');
  if (error instanceof Stripe.errors.StripeRateLimitError) return unknown('rate_limit');
  if (status >= 500) return unknown('provider_error', { keySpent: true });
  if (error instanceof Stripe.errors.StripeCardError)
    return step === 'create'
      ? { kind: 'declined', code: error.decline_code || code || 'card_declined' }
      : unknown('refused', { keySpent: true });
  if (code === 'payment_intent_unexpected_state') return unknown(code, { keySpent: true });
  if (isCardGone(error)) return ofCardGone(step);
  if (isCustomerMissing(error)) return ofCustomerMissing(step);
  // A wrong key or a wrong parameter must neither sell nor lose a lead.
  const isAccess = status === 401 || status === 403;
  return unknown(isAccess ? 'access_denied' : code || 'refused', { keySpent: !isAccess, alarm: true });
}

/** The card is not there any more, or is not the customer's. */
function isCardGone(error: StripeError): boolean {
  const { code = '', param = '' } = error;
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || code.startsWith('parameter_'))
    return false;
  return code.startsWith('payment_method_') || param === 'payment_method';
}

const isCustomerMissing = ({ code, param }: StripeError): boolean =>
  code === 'resource_missing' && param === 'customer';

function ofCardGone(step: ProviderStep): Verdict {
  if (step === 'create') return { kind: 'declined', code: CARD_UNUSABLE };
  if (step === 'confirm') return { kind: 'cancel-first', code: CARD_UNUSABLE };
  return unknown(CARD_UNUSABLE, { keySpent: true, alarm: true });
}

/** Most likely our key is that of another account. An intent that is confirmed was found, so there it is not. */
const ofCustomerMissing = (step: ProviderStep): Verdict =>
  step === 'confirm' ? ofCardGone(step) : unknown(CUSTOMER_MISSING, { keySpent: true, alarm: true });
