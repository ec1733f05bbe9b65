import type { DeliveryFailureReason } from '@desk/contracts';
import type { SendFailure, SendOutcome } from '../../sending/send-outcome.js';
import { AddressNotAllowedError } from '../http/check-destination.js';
import { type Answer, ConnectionBrokenError, UnreadableAnswerError } from '../http/post-once.js';

const GONE = 410;
/** Statuses after which a retry may succeed. */
const TEMPORARY = new Set([408, 409, 425, 429]);

const REASONS_BY_CODE: ReadonlyMap<string, DeliveryFailureReason> = new Map([
  ['ENOTFOUND', 'SERVER_NOT_FOUND'],
  ['ENODATA', 'SERVER_NOT_FOUND'],
  ['ESERVFAIL', 'SERVER_NOT_FOUND'],
  ['EREFUSED', 'SERVER_NOT_FOUND'],
  ['EBADNAME', 'SERVER_NOT_FOUND'],
  ['ETIMEOUT', 'SERVER_NOT_FOUND'],
  ['ECONNRESET', 'CONNECTION_LOST'],
  ['EPIPE', 'CONNECTION_LOST'],
  ['ECONNREFUSED', 'CONNECTION_FAILED'],
  ['EHOSTUNREACH', 'CONNECTION_FAILED'],
  ['ENETUNREACH', 'CONNECTION_FAILED'],
  ['ETIMEDOUT', 'TIMEOUT'],
  ['ABORT_ERR', 'TIMEOUT'],
  ['ECANCELLED', 'TIMEOUT'],
  ['EPROTO', 'INSECURE_CONNECTION'],
]);

/** Codes of node:tls about certificates: `CERT_HAS_EXPIRED`, `DEPTH_ZERO_SELF_SIGNED_CERT`, `ERR_TLS_…`, `ERR_SSL_…`. */
const isTlsCode = (code: string): boolean => /CERT|^ERR_(TLS|SSL)_|^UNABLE_TO_/.test(code);

function reasonOfStatus(status: number): DeliveryFailureReason {
  if (status === GONE) return 'ENDPOINT_GONE';
  if (status >= 300 && status < 400) return 'REDIRECTED';
  return status >= 500 || TEMPORARY.has(status) ? 'TEMPORARY_ERROR' : 'ENDPOINT_REFUSED';
}

const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;

/** Reads `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3). */
export function parseRetryAfterMs(value: string, nowMs: number): number | undefined {
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

/** Every 2xx accepts the message. Everything but 410 is tried again: endpoints answer 4xx while they are being repaired. */
export function outcomeOfAnswer({ status, retryAfter }: Answer, nowMs: number): SendOutcome {
  if (isSuccess(status)) return { result: 'accepted' };
  const failure = { reason: reasonOfStatus(status), providerCode: `HTTP_${status}` };
  if (status === GONE) return { result: 'permanent', ...failure, disables: 'DESTINATION_GONE' };
  const heedsRetryAfter = (status === 429 || status === 503) && retryAfter !== undefined;
  const retryAfterMs = heedsRetryAfter ? parseRetryAfterMs(retryAfter, nowMs) : undefined;
  return { result: 'temporary', ...failure, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/**
 * Interprets a failure without a valid answer. Usually nobody knows whether the message arrived, so it is retried. If
 * the endpoint answered with a 2xx status and then broke the rules of HTTP, it is not: the endpoint would do the same
 * again.
 */
export function outcomeOfError(error: unknown): SendFailure {
  if (error instanceof AddressNotAllowedError) return { result: 'temporary', reason: 'ADDRESS_NOT_ALLOWED' };
  // With several addresses, Node reports the failures of all of them together.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (first instanceof UnreadableAnswerError) {
    const result = isSuccess(first.status) ? 'permanent' : 'temporary';
    return { result, reason: 'ANSWER_UNREADABLE', providerCode: first.code };
  }
  const { name, code } = (first ?? {}) as { name?: unknown; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return { result: 'temporary', reason: 'TIMEOUT' };
  if (typeof code !== 'string' || !/^[A-Z_0-9]{2,40}$/.test(code))
    return { result: 'temporary', reason: 'UNKNOWN' };
  const otherReason = first instanceof ConnectionBrokenError ? 'CONNECTION_LOST' : 'CONNECTION_FAILED';
  const reason = REASONS_BY_CODE.get(code) ?? (isTlsCode(code) ? 'INSECURE_CONNECTION' : otherReason);
  return { result: 'temporary', reason, providerCode: code };
}
