import { expect, test } from '@jest/globals';
import { parsePosition } from './live.controller.js';

test.each([
  ['0', 0],
  ['42', 42],
  ['999999999', 999_999_999],
])('parses %j', (lastEventId, position) => {
  expect(parsePosition(lastEventId)).toBe(position);
});

test.each([undefined, '', '-1', '1.5', '1e3', 'abc', '12345678901234567890', ' 1'])(
  'returns null for %j',
  (lastEventId) => {
    expect(parsePosition(lastEventId)).toBeNull();
  },
);
