import { describe, expect, it } from '@jest/globals';
import twilio from 'twilio';
import { TwilioRateLimitError, UnreadableTwilioAnswerError } from './twilio-client.js';
import { failureOfCode, mayHaveArrived, toSendFailure } from './twilio-failures.js';

const refusal = (statusCode: number, code?: number): Error =>
  new twilio.RestException({
    statusCode,
    body: JSON.stringify({ code, message: 'To +12125550100' }),
    headers: {},
  });
const httpError = (code: string): Error => Object.assign(new Error('http'), { isAxiosError: true, code });

describe('a failure of Twilio', () => {
  it.each([
    [21610, 'permanent', 'OPTED_OUT', 'OPTED_OUT'],
    [21614, 'permanent', 'NUMBER_UNREACHABLE', 'NUMBER_UNREACHABLE'],
    [21211, 'permanent', 'NUMBER_UNREACHABLE', 'NUMBER_UNREACHABLE'],
    [30003, 'temporary', 'NUMBER_UNREACHABLE', undefined],
    [30005, 'permanent', 'NUMBER_UNREACHABLE', 'NUMBER_UNREACHABLE'],
    [30006, 'permanent', 'NUMBER_UNREACHABLE', 'NUMBER_UNREACHABLE'],
    [30007, 'permanent', 'MESSAGE_FILTERED', undefined],
    [30008, 'temporary', 'UNKNOWN', undefined],
    [39999, 'temporary', 'UNKNOWN', undefined],
  ])('with code %s is %s: %s', (code, result, reason, disables) => {
    const failure = failureOfCode(code);
    expect(failure).toMatchObject({ result, reason, providerCode: String(code) });
    expect(failure.disables).toBe(disables);
  });

  it('is permanent if it refused the message for a reason that we do not know', () => {
    expect(toSendFailure(refusal(400, 21602))).toMatchObject({ result: 'permanent', providerCode: '21602' });
  });

  it('is temporary if our credentials are refused, because somebody will put them right', () => {
    expect(toSendFailure(refusal(401, 20003))).toMatchObject({
      result: 'temporary',
      reason: 'PROVIDER_REFUSED',
    });
  });

  it('leaves open whether the message was accepted after 5xx, a timeout or a lost answer', () => {
    for (const error of [refusal(503), httpError('ECONNABORTED'), httpError('ECONNRESET')]) {
      const failure = toSendFailure(error);
      expect(failure).toMatchObject({ result: 'temporary', reason: 'PROVIDER_UNAVAILABLE' });
      expect(failure.retryAfterMs).toBeGreaterThan(0);
      expect(mayHaveArrived(failure)).toBe(true);
    }
  });

  it('waits for a report after an answer that cannot be read, since the message may be under way', () => {
    for (const error of [httpError('HPE_INVALID_HEADER_TOKEN'), new UnreadableTwilioAnswerError()]) {
      const failure = toSendFailure(error);
      expect(failure).toMatchObject({ result: 'temporary', reason: 'ANSWER_UNREADABLE' });
      expect(failure.retryAfterMs).toBeGreaterThan(0);
      expect(mayHaveArrived(failure)).toBe(true);
    }
  });

  it('is certain if there was no connection, or Twilio refused the message', () => {
    expect(toSendFailure(httpError('ECONNREFUSED')).retryAfterMs).toBeUndefined();
    for (const error of [httpError('ECONNREFUSED'), new TwilioRateLimitError(7), refusal(400, 21211)])
      expect(mayHaveArrived(toSendFailure(error))).toBe(false);
  });

  it('says how long to wait', () => {
    expect(toSendFailure(new TwilioRateLimitError(7))).toMatchObject({
      reason: 'RATE_LIMITED',
      retryAfterMs: 7_000,
    });
  });

  it('never contains a text of Twilio, which may quote the number', () => {
    expect(JSON.stringify(toSendFailure(refusal(400, 21211)))).not.toContain('+1');
  });

  it.each([
    ['an outage', refusal(503)],
    ['a timeout', httpError('ECONNABORTED')],
    ['no connection', httpError('ECONNREFUSED')],
    ['refused credentials', refusal(401, 20003)],
    ['our own limit', new TwilioRateLimitError(7)],
    ['a suspended account', refusal(400, 30002)],
  ])('is ours if it is %s', (_name, error) => {
    expect(toSendFailure(error).isOurFailure).toBe(true);
  });

  it.each([
    ['is not a mobile number', 21614],
    ['is in a region that our account does not serve', 21408],
    ['is refused for a reason that we do not know', 21602],
  ])('is not ours if the number %s', (_name, code) => {
    expect(toSendFailure(refusal(400, code)).isOurFailure).toBeUndefined();
  });

  it('is not assumed for a bug in our code, which is thrown', () => {
    expect(() => toSendFailure(new TypeError('bug'))).toThrow('bug');
  });
});
