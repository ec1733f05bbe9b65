import Stripe from 'stripe';
import { interpretOutage, isAccessDenied } from './provider-failure.js';
import { unknown, type UnknownVerdict } from './verdict.js';

/** `already-refunded`: somebody gave the money back another way; the refunds of the payment tell how. */
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
    return unknown('idempotency_error', { needsNewKey: true, needsAlarm: true });
  if (isAccessDenied(error)) return unknown('access_denied', { needsAlarm: true });
  // The payment exists, so our API key probably belongs to another account.
  if (code === 'resource_missing') return unknown(code, { needsAlarm: true });
  if (step === 'read') return { kind: 'unreadable', code: code || 'refused' };
  return code === ALREADY_REFUNDED
    ? { kind: 'already-refunded' }
    : { kind: 'refused', code: code || 'refused' };
}
