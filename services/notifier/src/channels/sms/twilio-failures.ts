import type { ChannelDisabledReason, DeliveryFailureReason } from '@desk/contracts';
import twilio from 'twilio';
import type { SendFailure } from '../../sending/send-outcome.js';
import { TwilioRateLimitError, UnreadableTwilioAnswerError } from './twilio-client.js';

type TwilioCodeMeaning =
  /** The number receives no texts, ever. */
  | 'no-texts'
  | 'unreachable'
  | 'switched-off'
  | 'opted-out'
  | 'filtered'
  | 'refused-for-this-number'
  /** Our account or number is at fault, whatever the recipient. */
  | 'refused-for-all'
  | 'too-many'
  | 'unknown';

/**
 * Twilio's codes for refusals of messages and later reports. Source: twilio.com/docs/api/errors, one page a code. As of
 * 2026-11-25; kept by hand. A code that is not here is a temporary error in a report and a permanent one in a refusal.
 */
export const twilioCodes: Readonly<Record<number, TwilioCodeMeaning>> = {
  21211: 'no-texts', // not a phone number
  21408: 'refused-for-this-number', // our account may not send to this region
  21610: 'opted-out',
  21611: 'too-many', // our number's queue is full
  21612: 'unreachable', // no route from our number
  21614: 'no-texts', // not a mobile number
  21635: 'no-texts', // a landline
  30001: 'too-many', // queue overflow
  30002: 'refused-for-all', // our account is suspended
  30003: 'switched-off', // or without a network
  30004: 'unreachable', // blocked by the recipient or the carrier
  30005: 'no-texts', // the number does not exist any more
  30006: 'no-texts', // a landline
  30007: 'filtered',
  30008: 'unknown',
  30022: 'too-many',
  30023: 'too-many', // the daily limit of our brand
  30034: 'refused-for-all', // our number is not registered with the carriers
};

type Entry = Pick<SendFailure, 'result' | 'reason' | 'disables' | 'isOurFailure'>;

const permanent = (reason: DeliveryFailureReason, disables?: ChannelDisabledReason): Entry => ({
  result: 'permanent',
  reason,
  ...(disables && { disables }),
});
const temporary = (reason: DeliveryFailureReason): Entry => ({ result: 'temporary', reason });
/** Would happen with every number. */
const ours = (entry: Entry): Entry => ({ ...entry, isOurFailure: true });

const ENTRIES: Readonly<Record<TwilioCodeMeaning, Entry>> = {
  'no-texts': permanent('NUMBER_UNREACHABLE', 'NUMBER_UNREACHABLE'),
  unreachable: permanent('NUMBER_UNREACHABLE'),
  'switched-off': temporary('NUMBER_UNREACHABLE'),
  'opted-out': permanent('OPTED_OUT', 'OPTED_OUT'),
  filtered: permanent('MESSAGE_FILTERED'),
  'refused-for-this-number': permanent('PROVIDER_REFUSED'),
  'refused-for-all': ours(permanent('PROVIDER_REFUSED')),
  'too-many': ours(temporary('RATE_LIMITED')),
  unknown: temporary('UNKNOWN'),
};

const CODES: ReadonlyMap<number, Entry> = new Map(
  Object.entries(twilioCodes).map(([code, meaning]) => [Number(code), ENTRIES[meaning]]),
);

/** How long to wait if the message may have been accepted. In most cases Twilio reports before the retry. */
const UNKNOWN_OUTCOME_WAIT_MS = 15_000;
const unknownOutcome = (
  providerCode: string,
  reason: DeliveryFailureReason = 'PROVIDER_UNAVAILABLE',
): SendFailure => ({
  ...ours(temporary(reason)),
  providerCode,
  retryAfterMs: UNKNOWN_OUTCOME_WAIT_MS,
});

/** Whether Twilio may have accepted the message, because its answer was lost or cannot be read. */
export const mayHaveArrived = ({ reason, retryAfterMs }: SendFailure): boolean =>
  retryAfterMs !== undefined && (reason === 'PROVIDER_UNAVAILABLE' || reason === 'ANSWER_UNREADABLE');

/** Returns what a code of Twilio means; one that the table lacks is a temporary error. */
export const failureOfCode = (code: number): SendFailure => ({
  ...(CODES.get(code) ?? temporary('UNKNOWN')),
  providerCode: String(code),
});

/** Codes of connections that were never made, so that nothing was accepted. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

/** Returns the failure that an SDK error means. @throws the error if it is not one of the SDK's */
export function toSendFailure(error: unknown): SendFailure {
  if (error instanceof TwilioRateLimitError) {
    const { retryAfterSeconds: seconds } = error;
    const wait = seconds === undefined ? {} : { retryAfterMs: seconds * 1_000 };
    return { ...ours(temporary('RATE_LIMITED')), providerCode: '429', ...wait };
  }
  if (error instanceof twilio.RestException) {
    const { status, code } = error;
    if (status >= 500) return unknownOutcome(String(status));
    if (status === 401) return { ...ours(temporary('PROVIDER_REFUSED')), providerCode: String(status) };
    if (status === 403) return { ...temporary('PROVIDER_REFUSED'), providerCode: String(status) };
    const isListed = code !== undefined && CODES.has(code);
    return isListed
      ? failureOfCode(code)
      : { ...permanent('PROVIDER_REFUSED'), providerCode: String(code ?? status) };
  }
  if (error instanceof UnreadableTwilioAnswerError) return unknownOutcome('NO_SID', 'ANSWER_UNREADABLE');
  if (!isHttpError(error)) throw error;
  const { code = 'UNKNOWN' } = error;
  return NOT_CONNECTED.has(code)
    ? { ...ours(temporary('PROVIDER_UNAVAILABLE')), providerCode: code }
    : unknownOutcome(code, code.startsWith('HPE_') ? 'ANSWER_UNREADABLE' : undefined);
}

/** The SDK passes on errors of its HTTP client, axios. */
const isHttpError = (error: unknown): error is Error & { readonly code?: string } =>
  error instanceof Error && 'isAxiosError' in error;
