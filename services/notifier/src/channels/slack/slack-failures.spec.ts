import { channelDisabledReasons, deliveryFailureReasons } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { errorOf, toSendFailure } from './slack-failures.js';

const answered = (error: string) => new WebAPIPlatformError({ ok: false, error });
const broken = (name: string, code?: string) =>
  new WebAPIRequestError(
    Object.assign(new Error('fetch failed'), { name, ...(code && { cause: { code } }) }),
  );

describe('toSendFailure', () => {
  it.each([
    ['token_revoked', 'ACCESS_REVOKED'],
    ['account_inactive', 'ACCESS_REVOKED'],
    ['invalid_auth', 'ACCESS_REVOKED'],
    ['is_archived', 'DESTINATION_GONE'],
    ['channel_not_found', 'NOT_IN_CHANNEL'],
    ['not_in_channel', 'NOT_IN_CHANNEL'],
    ['missing_scope', 'PERMISSION_MISSING'],
    ['restricted_action', 'POSTING_NOT_ALLOWED'],
  ])('turns the channel off after %s, as %s', (error, reason) => {
    expect(toSendFailure(answered(error))).toEqual({
      result: 'permanent',
      reason,
      disables: reason,
      providerCode: error,
    });
    expect(channelDisabledReasons).toContain(reason);
    expect(deliveryFailureReasons).toContain(reason);
  });

  it('blames the message, not the channel, for blocks that Slack rejects', () => {
    const failure = toSendFailure(answered('invalid_blocks'));
    expect(failure).toEqual({
      result: 'permanent',
      reason: 'MESSAGE_REFUSED',
      providerCode: 'invalid_blocks',
    });
  });

  it.each(['internal_error', 'fatal_error', 'an_error_of_next_year'])('tries again after %s', (error) => {
    expect(toSendFailure(answered(error))).toMatchObject({ result: 'temporary', reason: 'TEMPORARY_ERROR' });
  });

  it('waits as long as Slack asks, up to an hour', () => {
    expect(toSendFailure(new WebAPIRateLimitedError(30))).toEqual({
      result: 'temporary',
      reason: 'RATE_LIMITED',
      providerCode: '429',
      retryAfterMs: 30_000,
    });
    expect(toSendFailure(new WebAPIRateLimitedError(86_400)).retryAfterMs).toBe(3_600_000);
  });

  it.each([
    [broken('TimeoutError'), 'TIMEOUT'],
    [broken('TypeError', 'ECONNREFUSED'), 'CONNECTION_FAILED'],
    [broken('TypeError', 'ENOTFOUND'), 'SERVER_NOT_FOUND'],
    [broken('TypeError', 'UND_ERR_SOCKET'), 'CONNECTION_LOST'],
    [broken('TypeError'), 'CONNECTION_LOST'],
    [new WebAPIHTTPError(503, 'Service Unavailable', {}), 'TEMPORARY_ERROR'],
    [new SyntaxError('no JSON'), 'UNKNOWN'],
  ])('tries again after %s', (error, reason) => {
    expect(toSendFailure(error)).toMatchObject({ result: 'temporary', reason });
  });

  it.each([broken('TimeoutError'), broken('TypeError', 'ENOTFOUND'), new WebAPIHTTPError(503, 'Away', {})])(
    'is our failure while Slack is down: %s',
    (error) => {
      expect(toSendFailure(error).isOurFailure).toBe(true);
    },
  );

  it.each([answered('message_limit_exceeded'), answered('internal_error'), new WebAPIRateLimitedError(30)])(
    'is not our failure if it may depend on the workspace: %s',
    (error) => {
      expect(toSendFailure(error).isOurFailure).toBeUndefined();
    },
  );

  it.each([
    answered('Margaret <m@example.com>'),
    answered('<html>502</html>'),
    answered(''),
    broken('TypeError', 'HPE_INVALID_HEADER_TOKEN'),
  ])('does not post again after an answer that cannot be read, and logs nothing of it: %s', (error) => {
    const failure = toSendFailure(error);
    expect(failure).toMatchObject({ result: 'permanent', reason: 'ANSWER_UNREADABLE' });
    expect(failure.providerCode ?? 'HPE_').toMatch(/^HPE_/);
  });
});

describe('errorOf', () => {
  it('returns the word that Slack answered', () => {
    expect(errorOf(answered('invalid_code'))).toBe('invalid_code');
    expect(errorOf(broken('TimeoutError'))).toBeUndefined();
  });
});
