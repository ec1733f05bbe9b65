import { describe, expect, it } from '@jest/globals';
import { AddressNotAllowedError } from '../http/check-destination.js';
import { outcomeOfAnswer, outcomeOfError, parseRetryAfterMs } from './webhook-outcome.js';

const NOW_MS = Date.parse('2026-01-05T14:00:00.000Z');
const answer = (status: number, retryAfter?: string) =>
  outcomeOfAnswer({ status, retryAfter, contentType: undefined, body: '' }, NOW_MS);

describe('outcomeOfAnswer', () => {
  it.each([200, 201, 202, 204, 299])('accepts %i', (status) => {
    expect(answer(status)).toEqual({ result: 'accepted' });
  });

  it('disables the channel after 410', () => {
    expect(answer(410)).toEqual({
      result: 'permanent',
      reason: 'ENDPOINT_GONE',
      providerCode: 'HTTP_410',
      disables: 'DESTINATION_GONE',
    });
  });

  it.each([
    [301, 'REDIRECTED'],
    [307, 'REDIRECTED'],
    [400, 'ENDPOINT_REFUSED'],
    [401, 'ENDPOINT_REFUSED'],
    [404, 'ENDPOINT_REFUSED'],
    [408, 'TEMPORARY_ERROR'],
    [429, 'TEMPORARY_ERROR'],
    [500, 'TEMPORARY_ERROR'],
    [503, 'TEMPORARY_ERROR'],
  ])('tries again after %i', (status, reason) => {
    expect(answer(status)).toEqual({ result: 'temporary', reason, providerCode: `HTTP_${status}` });
  });

  it('heeds Retry-After of 429 and 503 only', () => {
    expect(answer(429, '120')).toMatchObject({ retryAfterMs: 120_000 });
    expect(answer(503, 'Mon, 05 Jan 2026 14:05:00 GMT')).toMatchObject({ retryAfterMs: 300_000 });
    expect(answer(500, '120')).not.toHaveProperty('retryAfterMs');
    expect(answer(429, 'soon')).not.toHaveProperty('retryAfterMs');
  });
});

describe('parseRetryAfterMs', () => {
  it('reads no negative time', () => {
    expect(parseRetryAfterMs('-5', NOW_MS)).not.toBeLessThan(0);
    expect(parseRetryAfterMs('Mon, 05 Jan 2026 13:00:00 GMT', NOW_MS)).toBe(0);
  });
});

describe('outcomeOfError', () => {
  const withCode = (code: string) => Object.assign(new Error('failed'), { code });

  it.each([
    ['ENOTFOUND', 'SERVER_NOT_FOUND'],
    ['ECONNREFUSED', 'CONNECTION_FAILED'],
    ['ECONNRESET', 'CONNECTION_LOST'],
    ['CERT_HAS_EXPIRED', 'INSECURE_CONNECTION'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'INSECURE_CONNECTION'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'INSECURE_CONNECTION'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'INSECURE_CONNECTION'],
    ['ECANCELLED', 'TIMEOUT'],
  ])('tries again after %s', (code, reason) => {
    expect(outcomeOfError(withCode(code))).toEqual({ result: 'temporary', reason, providerCode: code });
  });

  it('reads the time limit, a refused address, and several failures at once', () => {
    expect(outcomeOfError(AbortSignal.abort().reason)).toMatchObject({ reason: 'TIMEOUT' });
    expect(outcomeOfError(new AddressNotAllowedError())).toMatchObject({ reason: 'ADDRESS_NOT_ALLOWED' });
    expect(outcomeOfError(new AggregateError([withCode('ECONNREFUSED')]))).toMatchObject({
      reason: 'CONNECTION_FAILED',
    });
  });

  it('passes on no text of the error', () => {
    expect(outcomeOfError(withCode('user@example.com refused'))).toEqual({
      result: 'temporary',
      reason: 'UNKNOWN',
    });
  });
});
