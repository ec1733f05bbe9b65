import { DomainError } from '@desk/contracts';
import Stripe from 'stripe';
import { unknownVerdict, type UnknownVerdict } from './verdict.js';

export type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/**
 * `passing`: the same call can succeed later by itself. `permanent`: it never will. `ours`: the API key or the request is
 * wrong, so it can only succeed after a fix.
 */
type FailureKind = 'passing' | 'permanent' | 'ours';

/** The parts of the provider's error that classify it. */
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

/** Whether the same call cannot succeed later by itself. */
const isRefusal = (error: unknown): error is StripeError =>
  error instanceof Stripe.errors.StripeError && classifyFailure(error) !== 'passing';

/** Whether the provider refused a request with this code. */
export const isRefusedWith = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;

/** Whether the provider account of our API key does not have the object of the call. */
export const isMissing = (error: unknown): boolean => isRefusedWith(error, 'resource_missing');

/** Returns what `read` does, or undefined if the provider does not have the object. */
export async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns the verdict for a `passing` failure; undefined for a refusal. */
export function interpretOutage(error: StripeError): UnknownVerdict | undefined {
  const { statusCode: status } = error;
  if (error instanceof Stripe.errors.StripeConnectionError || status === undefined)
    return unknownVerdict('no_answer', { isUnanswered: true });
  if (status === CONFLICT) return unknownVerdict('conflict');
  if (status === TOO_MANY_REQUESTS) return unknownVerdict('rate_limit', { isUnanswered: true });
  return status >= 500 ? unknownVerdict('provider_error', { needsNewKey: true }) : undefined;
}

/**
 * Runs a command about cards. A refusal must not be reported as an outage that passes.
 *
 * @throws CARD_PROVIDER_REFUSED, and what `run` throws otherwise
 */
export async function explainRefusal<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isRefusal(error) ? new DomainError('CARD_PROVIDER_REFUSED') : error;
  }
}
