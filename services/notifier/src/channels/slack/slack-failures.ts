import type { ChannelDisabledReason, DeliveryFailureReason } from '@desk/contracts';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { MAX_RETRY_AFTER_MS } from '../../sending/retry-schedule.js';
import type { SendFailure } from '../../sending/send-outcome.js';

type SlackErrorMeaning =
  | 'access-revoked'
  | 'permission-missing'
  | 'not-in-channel'
  | 'archived'
  | 'posting-not-allowed'
  | 'message-refused'
  | 'too-many';

/**
 * Slack's errors by what they mean. Source: docs.slack.dev/reference/methods/chat.postMessage. As of 2026-11-25; kept by
 * hand. An error that is not here is temporary.
 */
export const slackErrors: Readonly<Record<SlackErrorMeaning, readonly string[]>> = {
  'access-revoked': [
    ...['token_revoked', 'account_inactive', 'invalid_auth', 'not_authed', 'token_expired', 'access_denied'],
  ],
  'permission-missing': [
    ...['missing_scope', 'not_allowed_token_type', 'no_permission', 'team_access_not_granted'],
  ],
  'not-in-channel': ['not_in_channel', 'channel_not_found'],
  archived: ['is_archived'],
  'posting-not-allowed': [
    'restricted_action',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
    'restricted_action_non_threadable_channel',
  ],
  'message-refused': [
    ...[
      'invalid_arguments',
      'invalid_blocks',
      'invalid_blocks_format',
      'msg_blocks_too_long',
      'msg_too_long',
    ],
    ...['invalid_metadata_format', 'invalid_metadata_schema', 'metadata_too_large'],
    ...['no_text', 'too_many_attachments'],
  ],
  'too-many': ['ratelimited', 'rate_limited', 'message_limit_exceeded'],
};

type Entry = Pick<SendFailure, 'result' | 'reason' | 'disables' | 'isOurFailure'>;

const temporary = (reason: DeliveryFailureReason): Entry => ({ result: 'temporary', reason });
/** Slack was down or unreachable, for every workspace. */
const unavailable = (reason: DeliveryFailureReason): Entry => ({ ...temporary(reason), isOurFailure: true });
/** Slack got the message and may have posted it. A retry could post it again. */
const unreadable: Entry = { result: 'permanent', reason: 'ANSWER_UNREADABLE' };
/** Disables the channel until its agent has done something. */
const disabling = (reason: ChannelDisabledReason & DeliveryFailureReason): Entry => ({
  result: 'permanent',
  reason,
  disables: reason,
});

const ENTRIES: Readonly<Record<SlackErrorMeaning, Entry>> = {
  'access-revoked': disabling('ACCESS_REVOKED'),
  'permission-missing': disabling('PERMISSION_MISSING'),
  'not-in-channel': disabling('NOT_IN_CHANNEL'),
  archived: disabling('DESTINATION_GONE'),
  'posting-not-allowed': disabling('POSTING_NOT_ALLOWED'),
  'message-refused': { result: 'permanent', reason: 'MESSAGE_REFUSED' },
  'too-many': temporary('RATE_LIMITED'),
};

const ERRORS: ReadonlyMap<string, Entry> = new Map(
  Object.entries(slackErrors).flatMap(([meaning, errors]) =>
    errors.map((error) => [error, ENTRIES[meaning as SlackErrorMeaning]]),
  ),
);

const CONNECTION_REASONS: ReadonlyMap<string, DeliveryFailureReason> = new Map([
  ['ENOTFOUND', 'SERVER_NOT_FOUND'],
  ['EAI_AGAIN', 'SERVER_NOT_FOUND'],
  ['ECONNREFUSED', 'CONNECTION_FAILED'],
  ['EHOSTUNREACH', 'CONNECTION_FAILED'],
  ['ENETUNREACH', 'CONNECTION_FAILED'],
  ['UND_ERR_CONNECT_TIMEOUT', 'CONNECTION_FAILED'],
]);

/** Returns Slack's error code; undefined if Slack did not answer with one. */
export const errorOf = (error: unknown): string | undefined =>
  error instanceof WebAPIPlatformError ? error.data.error : undefined;

/** Fetch wraps the error of the connection. */
function codeOf({ cause }: Error): string | undefined {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? code : undefined;
}

/** There was no readable answer. The message may have arrived, unless the connection was never made. */
function failureOfRequest({ original }: WebAPIRequestError): SendFailure {
  if (original.name === 'TimeoutError' || original.name === 'AbortError') return unavailable('TIMEOUT');
  const code = codeOf(original);
  if (code === undefined) return unavailable('CONNECTION_LOST');
  if (code.startsWith('HPE_')) return { ...unreadable, providerCode: code };
  return { ...unavailable(CONNECTION_REASONS.get(code) ?? 'CONNECTION_LOST'), providerCode: code };
}

/** Returns the failure that an SDK error means. */
export function toSendFailure(error: unknown): SendFailure {
  if (error instanceof WebAPIRateLimitedError)
    return {
      ...temporary('RATE_LIMITED'),
      providerCode: '429',
      retryAfterMs: Math.min(Math.max(0, error.retryAfter) * 1_000, MAX_RETRY_AFTER_MS),
    };
  if (error instanceof WebAPIRequestError) return failureOfRequest(error);
  if (error instanceof WebAPIHTTPError)
    return {
      ...(error.statusCode >= 500 ? unavailable : temporary)('TEMPORARY_ERROR'),
      providerCode: `HTTP_${error.statusCode}`,
    };
  const name = errorOf(error);
  if (name === undefined) return temporary('UNKNOWN');
  // The SDK reports an answer that is not JSON as if it were the name of an error.
  if (!/^[a-z_]{2,60}$/.test(name)) return unreadable;
  return { ...(ERRORS.get(name) ?? temporary('TEMPORARY_ERROR')), providerCode: name };
}
