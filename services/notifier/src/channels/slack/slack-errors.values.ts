export type SlackErrorMeaning =
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
