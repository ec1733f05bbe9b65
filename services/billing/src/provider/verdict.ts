import { billingDeclineCodes } from '@desk/contracts';
import type { Intent } from './intent.js';

/** What an answer of the provider means for a purchase. */
export type Verdict =
  | { readonly kind: 'succeeded' }
  /** The intent can never succeed: refused, or cancelled. */
  | { readonly kind: 'declined'; readonly code: string }
  /** No money has moved and none is moving: it may be confirmed, or cancelled. */
  | { readonly kind: 'unconfirmed' }
  /** It waits for what will not come, and must be cancelled before it counts as declined. */
  | { readonly kind: 'cancel-first'; readonly code: string }
  /** The intent is not what was ordered. Never sold, never patched: somebody must look. */
  | { readonly kind: 'mismatch'; readonly fields: readonly string[] }
  | UnknownVerdict;

export interface UnknownVerdict {
  readonly kind: 'unknown';
  readonly reason: string;
  /** The provider replays this answer under the same key, so the next try needs another one. */
  readonly keySpent: boolean;
  /** The fault lies with us (key, parameters) and time will not mend it. */
  readonly alarm: boolean;
}

/** What the intent of a purchase must say. */
export interface Expectation {
  readonly amountCents: number;
  readonly currency: string;
  readonly customerId: string;
  readonly offerId: string;
  readonly leadId: string;
  /** Set when we have asked for its cancellation: why. */
  readonly cancelCode: string | null;
}

export const unknown = (
  reason: string,
  { keySpent = false, alarm = false }: { keySpent?: boolean; alarm?: boolean } = {},
): UnknownVerdict => ({ kind: 'unknown', reason, keySpent, alarm });

export const CARD_UNUSABLE = billingDeclineCodes.cardUnusable;
/** The provider's account that our key opens has never had the customer. */
export const CUSTOMER_MISSING = 'customer_missing';
export const GAVE_UP = billingDeclineCodes.gaveUp;
const CANCELED = billingDeclineCodes.canceled;
const PROVIDER_ERROR = billingDeclineCodes.providerError;
const blameless = new Set<string>([GAVE_UP, CANCELED, PROVIDER_ERROR]);

/** Whether a decline says anything about the card. A blamed card gets no more leads until one is saved again. */
export const blamesCard = (declineCode: string): boolean => !blameless.has(declineCode);

/** Which facts of the intent differ from what was ordered. */
export function mismatches(intent: Intent, expected: Expectation): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['amount', intent.amount, expected.amountCents],
    ['currency', intent.currency, expected.currency],
    ['customer', intent.customerId, expected.customerId],
    ['offer', intent.offerId, expected.offerId],
    ['lead', intent.leadId, expected.leadId],
  ];
  if (intent.status === 'succeeded')
    pairs.push(['amount_received', intent.amountReceived, expected.amountCents]);
  return pairs.filter(([, is, shouldBe]) => is !== shouldBe).map(([field]) => field);
}

/** Success is only ever `succeeded` with everything as ordered. */
export function verdictOfIntent(intent: Intent, expected: Expectation): Verdict {
  const fields = mismatches(intent, expected);
  if (fields.length > 0) return { kind: 'mismatch', fields };
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded' };
    case 'canceled':
      return { kind: 'declined', code: expected.cancelCode ?? CANCELED };
    case 'requires_confirmation':
      return { kind: 'unconfirmed' };
    case 'requires_payment_method':
      return ofFailure(intent.failure);
    case 'requires_action':
      // Nobody is there to answer the bank's question, but the intent could still succeed.
      return { kind: 'cancel-first', code: 'authentication_required' };
    case 'requires_capture':
      return { kind: 'cancel-first', code: PROVIDER_ERROR };
    default:
      return unknown(intent.status);
  }
}

/**
 * A refused intent has lost its card and is never given another one, so it cannot succeed any more. One that has no
 * card for another reason is cancelled first.
 */
function ofFailure(failure: Intent['failure']): Verdict {
  if (failure === null) return { kind: 'cancel-first', code: CARD_UNUSABLE };
  if (failure.type === 'card_error') return { kind: 'declined', code: failure.code };
  const isCards = failure.type === 'invalid_request_error' && failure.code.startsWith('payment_method_');
  return { kind: 'declined', code: isCards ? CARD_UNUSABLE : PROVIDER_ERROR };
}
