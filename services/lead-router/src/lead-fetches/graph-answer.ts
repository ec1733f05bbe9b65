import { CONNECTION_ERROR_MAX } from '@desk/contracts';
import { backoffMs } from '@desk/service-kit';

/**
 * What a failed call to Meta's Graph API means. `token-refused` and `not-permitted` stay until an admin saves another token;
 * `unknown` concerns the requested object; `rate-limited` the whole Page.
 */
export const graphFailures = [
  'token-refused',
  'not-permitted',
  'unknown',
  'rate-limited',
  'temporary',
] as const;
export type GraphFailureKind = (typeof graphFailures)[number];

export interface GraphFailure {
  readonly kind: GraphFailureKind;
  /** In words, for an admin. */
  readonly detail: string;
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling, as of November 2026. Others are temporary. */
const kinds: Readonly<Record<number, GraphFailureKind>> = {
  4: 'rate-limited',
  17: 'rate-limited',
  32: 'rate-limited',
  613: 'rate-limited',
  80005: 'rate-limited',
  102: 'token-refused',
  190: 'token-refused',
  10: 'not-permitted',
  100: 'unknown',
};

const sentences: Readonly<Record<GraphFailureKind, string>> = {
  'token-refused': 'Meta refuses the Page access token. Save a new one.',
  'not-permitted': 'The Page access token may not read leads. Save one with the permission leads_retrieval.',
  unknown: 'Meta has no such lead or form for this Page and token.',
  'rate-limited': 'Meta limits how often leads of this Page are read. We try again later.',
  temporary: 'Meta could not answer.',
};

/** Codes 200 to 299 name the permission that is missing. */
const kindOf = (code: number): GraphFailureKind =>
  code >= 200 && code < 300 ? 'not-permitted' : (kinds[code] ?? 'temporary');

const toFailure = (kind: GraphFailureKind, of: string): GraphFailure => ({
  kind,
  detail: `${sentences[kind]} (${of})`.slice(0, CONNECTION_ERROR_MAX),
});

/** Returns the failure of a call without a readable answer: no connection, a timeout, or no JSON. */
export const noAnswer = (of: string): GraphFailure => toFailure('temporary', of);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the failure that an answer reports; undefined for a success. */
export function findFailure(status: number, body: unknown): GraphFailure | undefined {
  const error = isObject(body) ? body['error'] : undefined;
  if (isObject(error)) {
    const code = Number(error['code']);
    const message = typeof error['message'] === 'string' ? error['message'] : 'no message';
    // With a 5xx the code is unreliable.
    return toFailure(status >= 500 ? 'temporary' : kindOf(code), `error ${code}: ${message}`);
  }
  if (status === 429) return toFailure('rate-limited', 'HTTP 429');
  return status === 200 && isObject(body) ? undefined : noAnswer(`HTTP ${status}`);
}

/** With the pauses below, about a day. Afterwards a lead is no longer real-time. */
export const MAX_FETCH_ATTEMPTS = 100;
const RETRIES = { firstMs: 2_000, maxMs: 900_000 };
const RATE_LIMIT = { firstMs: 60_000, maxMs: 900_000 };

/** What follows from a failed attempt to fetch a lead, the first of which has number 1. */
type NextStep =
  | { readonly step: 'give-up' }
  | { readonly step: 'retry'; readonly delayMs: number }
  /** Fetches nothing of the Page for this long. */
  | { readonly step: 'pause'; readonly delayMs: number }
  /** Fetches nothing of the Page until another token is saved. */
  | { readonly step: 'stop' };

export function decideNextStep(kind: GraphFailureKind, attempts: number, random: () => number): NextStep {
  if (kind === 'token-refused' || kind === 'not-permitted') return { step: 'stop' };
  if (kind === 'unknown' || attempts >= MAX_FETCH_ATTEMPTS) return { step: 'give-up' };
  return kind === 'rate-limited'
    ? { step: 'pause', delayMs: backoffMs(attempts, RATE_LIMIT, random) }
    : { step: 'retry', delayMs: backoffMs(attempts, RETRIES, random) };
}

/** Returns when the lead was created, but never a time in the future. */
export function readCreatedTime(lead: unknown, now: Date): Date {
  const text = isObject(lead) ? lead['created_time'] : undefined;
  // `2026-11-27T10:00:00+0000`.
  const time =
    typeof text === 'string' ? Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')) : Number.NaN;
  return Number.isNaN(time) || time > now.getTime() ? now : new Date(time);
}
