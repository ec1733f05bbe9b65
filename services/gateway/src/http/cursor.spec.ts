import { expect, test } from '@jest/globals';
import { readCursor, toCursor } from './paging.js';

const id = '11111111-1111-4111-8111-111111111111';

test('reads a cursor back as it was written', () => {
  const at = '2026-02-28T23:59:59.999Z';
  expect(readCursor(toCursor(at, id), 'soldAt')).toEqual({ soldAt: at, id });
  expect(readCursor(undefined, 'soldAt')).toBeNull();
});
