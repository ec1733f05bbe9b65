import { billingDeclineCodes } from '@desk/contracts';
import type Stripe from 'stripe';
import { type ExpectedIntent, unknownVerdict, type Verdict } from './verdict.js';

const { canceled, cardUnusable, providerError } = billingDeclineCodes;

/** The fields of a payment intent that decide the outcome of a charge. */
export interface Intent {
  readonly id: string;
  readonly status: Stripe.PaymentIntent.Status;
  readonly amount: number;
  readonly amountReceived: number;
  readonly currency: string;
  readonly customerId: string | null;
  readonly offerId: string | undefined;
  readonly leadId: string | undefined;
  /** Why the last confirmation failed. */
  readonly failure: { readonly type: string; readonly code: string } | null;
}

export function toIntent(source: Stripe.PaymentIntent): Intent {
  const { customer, last_payment_error: error, metadata } = source;
  return {
    id: source.id,
    status: source.status,
    amount: source.amount,
    amountReceived: source.amount_received,
    currency: source.currency,
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
    offerId: metadata['offer_id'],
    leadId: metadata['lead_id'],
    failure: error && { type: error.type, code: error.decline_code ?? error.code ?? error.type },
  };
}

/** Returns `succeeded` only if the intent succeeded and every field matches the request. */
export function interpretIntent(intent: Intent, expected: ExpectedIntent): Verdict {
  const fields = findMismatches(intent, expected);
  if (fields.length > 0) return { kind: 'mismatch', fields };
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded' };
    case 'canceled':
      return { kind: 'declined', code: expected.cancelCode ?? canceled };
    case 'requires_confirmation':
      return { kind: 'unconfirmed' };
    case 'requires_payment_method':
      return interpretFailure(intent.failure);
    case 'requires_action':
      // The buyer is not online to authenticate, but the intent could still succeed.
      return { kind: 'cancel-first', code: 'authentication_required' };
    case 'requires_capture':
      return { kind: 'cancel-first', code: providerError };
    default:
      return unknownVerdict(intent.status);
  }
}

function findMismatches(intent: Intent, expected: ExpectedIntent): string[] {
  const comparisons: [field: string, actual: unknown, expected: unknown][] = [
    ['amount', intent.amount, expected.amountCents],
    ['currency', intent.currency, expected.currency],
    ['customer', intent.customerId, expected.customerId],
    ['offer', intent.offerId, expected.offerId],
    ['lead', intent.leadId, expected.leadId],
  ];
  if (intent.status === 'succeeded')
    comparisons.push(['amount_received', intent.amountReceived, expected.amountCents]);
  return comparisons.filter(([, actual, wanted]) => actual !== wanted).map(([field]) => field);
}

/**
 * An intent whose confirmation failed has lost its card and never gets another one, so it can no longer succeed. An
 * intent that lacks a card without a failure is canceled first.
 */
function interpretFailure(failure: Intent['failure']): Verdict {
  if (failure === null) return { kind: 'cancel-first', code: cardUnusable };
  if (failure.type === 'card_error') return { kind: 'declined', code: failure.code };
  const concernsCard = failure.type === 'invalid_request_error' && failure.code.startsWith('payment_method_');
  return { kind: 'declined', code: concernsCard ? cardUnusable : providerError };
}
