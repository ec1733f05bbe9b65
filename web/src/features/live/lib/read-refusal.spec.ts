import { expect, it } from '@jest/globals';
import { readRefusal } from './read-refusal';

const answer = (status: number, retryAfter?: string) => ({
  status,
  headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
});

it.each([
  [429, '45', { retryAfterMs: 45_000, isNetworkFull: true }],
  [503, '2', { retryAfterMs: 2_000, isNetworkFull: false }],
  [503, undefined, { retryAfterMs: 0, isNetworkFull: false }],
  [503, 'Wed, 21 Oct 2026 07:28:00 GMT', { retryAfterMs: 0, isNetworkFull: false }],
  [401, '2', null],
  [200, undefined, null],
])('reads status %d with Retry-After %s', (status, retryAfter, refusal) => {
  expect(readRefusal(answer(status, retryAfter))).toEqual(refusal);
});
