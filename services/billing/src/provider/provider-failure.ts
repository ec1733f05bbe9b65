import Stripe from 'stripe';

/**
 * `passing`: the same call can succeed later by itself. `permanent`: it never will. `ours`: the API key or the request is
 * wrong, so it will not before somebody mends it.
 */
export type FailureKind = 'passing' | 'permanent' | 'ours';

/** The parts of an error of the provider that say what it means. */
export interface ProviderFailure {
  /** Undefined if the provider did not answer. */
  readonly statusCode?: number | undefined;
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
}

const CONFLICT = 409;
const TOO_MANY_REQUESTS = 429;

export const isAccessDenied = ({ statusCode }: ProviderFailure): boolean =>
  statusCode === 401 || statusCode === 403;

export function classifyFailure(failure: ProviderFailure): FailureKind {
  const { statusCode: status, code = '', type } = failure;
  if (status === undefined || status >= 500 || status === CONFLICT || status === TOO_MANY_REQUESTS)
    return 'passing';
  const isWrong = isAccessDenied(failure) || code.startsWith('parameter_');
  return isWrong || type === 'idempotency_error' || type === 'StripeIdempotencyError' ? 'ours' : 'permanent';
}

/** Whether an error of the SDK tells that the call will not succeed by itself. */
export const isRefusal = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  error instanceof Stripe.errors.StripeError && classifyFailure(error) !== 'passing';

/** Refusals that this service expects and handles, besides those of cards. */
const EXPECTED_CODES: ReadonlySet<string> = new Set([
  'email_invalid',
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
  'charge_already_refunded',
  'charge_disputed',
]);

const USES_A_CARD = /^POST \/v1\/(payment|setup)_intents/;

/** Whether somebody has to look: the provider refused something that it should not have, or a key or request is wrong. */
export function needsPerson(endpoint: string, failure: ProviderFailure): boolean {
  const { type, code = '', param } = failure;
  const isDecline = type === 'card_error' && USES_A_CARD.test(endpoint);
  if (classifyFailure(failure) === 'passing' || isDecline) return false;
  if (classifyFailure(failure) === 'ours') return true;
  const isHandled = param === 'email' || param === 'payment_method' || code.startsWith('payment_method_');
  const isMissing = /^GET .*\*$/.test(endpoint) && code === 'resource_missing';
  return !isHandled && !isMissing && !EXPECTED_CODES.has(code);
}
