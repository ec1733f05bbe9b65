import { billingDeclineCodes } from '@desk/contracts';
import type { Intent } from './intent.js';
import { type ExpectedIntent, unknown, type Verdict } from './verdict.js';

const { canceled, cardUnusable, providerError } = billingDeclineCodes;

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
      return unknown(intent.status);
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
 * A declined intent has lost its card and never gets another one, so it can no longer succeed. An intent without a
 * card for any other reason is canceled first.
 */
function interpretFailure(failure: Intent['failure']): Verdict {
  if (failure === null) return { kind: 'cancel-first', code: cardUnusable };
  if (failure.type === 'card_error') return { kind: 'declined', code: failure.code };
  const concernsCard = failure.type === 'invalid_request_error' && failure.code.startsWith('payment_method_');
  return { kind: 'declined', code: concernsCard ? cardUnusable : providerError };
}
