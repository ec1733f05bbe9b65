import type { ChannelDisabledReason, DeliveryFailureReason } from '@desk/contracts';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import type { SendFailure } from '../../sending/send-outcome.js';

type Entry = Pick<SendFailure, 'result' | 'reason' | 'disables' | 'isOurFailure'>;

const temporary = (reason: DeliveryFailureReason): Entry => ({ result: 'temporary', reason });
/** Slack was away, or we could not reach it, whatever the workspace. */
const unavailable = (reason: DeliveryFailureReason): Entry => ({ ...temporary(reason), isOurFailure: true });
const refusedMessage: Entry = { result: 'permanent', reason: 'MESSAGE_REFUSED' };
/** Ends the use of the channel until its agent has done something. */
const disabling = (reason: ChannelDisabledReason & DeliveryFailureReason): Entry => ({
  result: 'permanent',
  reason,
  disables: reason,
});

/** Slack's errors (docs.slack.dev/reference/methods/chat.postMessage). Others are tried again. */
const ERRORS: ReadonlyMap<string, Entry> = new Map([
  ...[
    'token_revoked',
    'account_inactive',
    'invalid_auth',
    'not_authed',
    'token_expired',
    'access_denied',
  ].map((error) => [error, disabling('ACCESS_REVOKED')] as const),
  ...['missing_scope', 'not_allowed_token_type', 'no_permission', 'team_access_not_granted'].map(
    (error) => [error, disabling('PERMISSION_MISSING')] as const,
  ),
  ...['not_in_channel', 'channel_not_found'].map((error) => [error, disabling('NOT_IN_CHANNEL')] as const),
  ['is_archived', disabling('DESTINATION_GONE')],
  ...[
    'restricted_action',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
    'restricted_action_non_threadable_channel',
  ].map((error) => [error, disabling('POSTING_NOT_ALLOWED')] as const),
  ...[
    'invalid_arguments',
    'invalid_blocks',
    'invalid_blocks_format',
    'invalid_metadata_format',
    'invalid_metadata_schema',
    'metadata_too_large',
    'msg_too_long',
    'no_text',
    'too_many_attachments',
  ].map((error) => [error, refusedMessage] as const),
  ['ratelimited', temporary('RATE_LIMITED')],
  ['rate_limited', temporary('RATE_LIMITED')],
  ['message_limit_exceeded', temporary('RATE_LIMITED')],
]);

const CONNECTION_REASONS: ReadonlyMap<string, DeliveryFailureReason> = new Map([
  ['ENOTFOUND', 'SERVER_NOT_FOUND'],
  ['EAI_AGAIN', 'SERVER_NOT_FOUND'],
  ['ECONNREFUSED', 'CONNECTION_FAILED'],
  ['EHOSTUNREACH', 'CONNECTION_FAILED'],
  ['ENETUNREACH', 'CONNECTION_FAILED'],
  ['UND_ERR_CONNECT_TIMEOUT', 'CONNECTION_FAILED'],
]);

/** Slack's own word for what is wrong; undefined if it did not answer with one. */
export const errorOf = (error: unknown): string | undefined =>
  error instanceof WebAPIPlatformError ? error.data.error : undefined;

/** Fetch wraps the error of the connection. */
function codeOf({ cause }: Error): string | undefined {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? code : undefined;
}

/** There was no answer. Whether the message arrived is not known unless the connection was never made. */
function failureOfRequest({ original }: WebAPIRequestError): SendFailure {
  if (original.name === 'TimeoutError' || original.name === 'AbortError') return unavailable('TIMEOUT');
  const code = codeOf(original);
  if (code === undefined) return unavailable('CONNECTION_LOST');
  return { ...unavailable(CONNECTION_REASONS.get(code) ?? 'CONNECTION_LOST'), providerCode: code };
}

/** Returns the failure that an error of the SDK stands for. */
export function toSendFailure(error: unknown): SendFailure {
  if (error instanceof WebAPIRateLimitedError)
    return {
      ...temporary('RATE_LIMITED'),
      providerCode: '429',
      retryAfterMs: Math.max(0, error.retryAfter) * 1_000,
    };
  if (error instanceof WebAPIRequestError) return failureOfRequest(error);
  if (error instanceof WebAPIHTTPError)
    return {
      ...(error.statusCode >= 500 ? unavailable : temporary)('TEMPORARY_ERROR'),
      providerCode: `HTTP_${error.statusCode}`,
    };
  const name = errorOf(error);
  if (name === undefined || !/^[a-z_]{2,60}$/.test(name)) return temporary('UNKNOWN');
  return { ...(ERRORS.get(name) ?? temporary('TEMPORARY_ERROR')), providerCode: name };
}
