import { describe, expect, it } from '@jest/globals';
import { outcomeOfPush } from './push-client.js';

const NOW = Date.parse('2026-01-05T14:00:00.000Z');
const answer = (status: number, retryAfter?: string) =>
  outcomeOfPush({ status, retryAfter, contentType: undefined, body: '' }, NOW);

describe('outcomeOfPush', () => {
  it.each([200, 201, 202, 204])('treats %i as accepted', (status) => {
    expect(answer(status)).toEqual({ result: 'accepted' });
  });

  it.each([404, 410])('ends a subscription that answered %i', (status) => {
    expect(answer(status)).toEqual({
      result: 'permanent',
      reason: 'ENDPOINT_GONE',
      ends: 'GONE',
      providerCode: `HTTP_${status}`,
    });
  });

  it.each([400, 405, 413, 422])('does not repeat what was refused with %i', (status) => {
    expect(answer(status)).toMatchObject({ result: 'permanent', reason: 'MESSAGE_REFUSED' });
    expect(answer(status)).not.toHaveProperty('ends');
  });

  it.each([401, 403])('repeats after %i, and ends nothing: the fault may be ours', (status) => {
    expect(answer(status)).toMatchObject({ result: 'temporary', reason: 'SENDER_REFUSED' });
    expect(answer(status)).not.toHaveProperty('ends');
  });

  it.each([500, 502, 503, 504])('repeats after %i', (status) => {
    expect(answer(status)).toMatchObject({ result: 'temporary', reason: 'TEMPORARY_ERROR' });
  });

  it('waits as long as it is asked to', () => {
    expect(answer(429, '120')).toMatchObject({
      result: 'temporary',
      reason: 'RATE_LIMITED',
      retryAfterMs: 120_000,
    });
    expect(answer(503, 'Mon, 05 Jan 2026 14:01:00 GMT')).toMatchObject({ retryAfterMs: 60_000 });
    expect(answer(429)).not.toHaveProperty('retryAfterMs');
  });
});
