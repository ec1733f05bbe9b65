import { expect, test } from '@jest/globals';
import type { Operation } from '../requests/api-document.js';
import type { Answer } from './sender.js';
import { findViolation } from './attack.js';

const answer: Answer = {
  status: 422,
  contentType: 'application/problem+json; charset=utf-8',
  retryAfter: undefined,
  body: '',
  isNonsense: false,
  durationMs: 3,
};
const operation = { isStream: false } as Operation;
const stream = { isStream: true } as Operation;
const busy = { status: 503, retryAfter: '30' };

test.each([
  ['a refusal', operation, {}, undefined],
  ['a success', operation, { status: 200, contentType: 'text/csv' }, undefined],
  ['no answer', operation, { status: undefined }, 'no answer'],
  ['an internal error', operation, { status: 500 }, 'server error'],
  ['busy', operation, busy, 'server error'],
  ['busy with streams', stream, busy, undefined],
  ['busy with streams, without saying until when', stream, { status: 503 }, 'server error'],
  ['slow', operation, { durationMs: 1_001 }, 'slow'],
  ['nonsense that was stored', operation, { status: 200, isNonsense: true }, 'nonsense'],
  ['nonsense that is refused', operation, { isNonsense: true }, undefined],
  ['a page', operation, { status: 404, contentType: 'text/html' }, 'not a problem document'],
] as const)('%s', (_what, sent, change, expected) => {
  expect(findViolation(sent, { ...answer, ...change })).toBe(expected);
});
