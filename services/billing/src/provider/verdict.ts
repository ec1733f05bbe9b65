import { DomainError } from '@desk/contracts';

/** What an answer from the provider means for a purchase. */
export type Verdict =
  | { readonly kind: 'succeeded' }
  /** Declined or canceled: the intent can never succeed. */
  | { readonly kind: 'declined'; readonly code: string }
  /** No money has moved or is moving. The intent may be confirmed or canceled. */
  | { readonly kind: 'unconfirmed' }
  /** The intent could still succeed, so it must be canceled before it counts as declined. */
  | { readonly kind: 'cancel-first'; readonly code: string }
  /** The intent differs from the request. Never sold and never corrected automatically; a person must review it. */
  | { readonly kind: 'mismatch'; readonly fields: readonly string[] }
  | UnknownVerdict;

export interface UnknownVerdict {
  readonly kind: 'unknown';
  readonly reason: string;
  /** The provider replays this answer under the same idempotency key, so the next attempt needs another one. */
  readonly needsNewKey: boolean;
  /** The provider did not answer, or not this call: the time until the next answer does not count (ADR 5). */
  readonly isUnanswered: boolean;
  /** The fault is ours (API key, parameters), so retries alone cannot fix it. */
  readonly needsAlarm: boolean;
}

/** What the provider must report for the intent of a purchase. */
export interface ExpectedIntent {
  readonly amountCents: number;
  readonly currency: string;
  readonly customerId: string;
  readonly offerId: string;
  readonly leadId: string;
  /** Why we requested its cancellation; null if we did not. */
  readonly cancelCode: string | null;
}

export const unknownVerdict = (
  reason: string,
  {
    needsNewKey = false,
    isUnanswered = false,
    needsAlarm = false,
  }: Partial<Pick<UnknownVerdict, 'needsNewKey' | 'isUnanswered' | 'needsAlarm'>> = {},
): UnknownVerdict => ({ kind: 'unknown', reason, needsNewKey, isUnanswered, needsAlarm });

/** Reason of an unknown verdict: the provider account of our API key never had the customer. */
export const CUSTOMER_MISSING = 'customer_missing';

/** Failures of the provider, or of our access to it, and not of one object: the same call can succeed later. */
const PROVIDER_FAILURES: ReadonlySet<string> = new Set([
  'conflict',
  'provider_error',
  'access_denied',
  CUSTOMER_MISSING,
]);

/**
 * Returns the error for a message that cannot be handled without an answer of the provider. While the provider fails, none
 * counts against the message, however long that takes (ADR 1).
 */
export const unanswered = (message: string, verdict?: UnknownVerdict): Error =>
  verdict && (verdict.isUnanswered || PROVIDER_FAILURES.has(verdict.reason))
    ? new DomainError('UNAVAILABLE', { detail: message })
    : new Error(message);
