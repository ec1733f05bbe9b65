import { expect, test } from '@jest/globals';
import { readCursor, toCursor } from './cursor.js';

const id = '11111111-1111-4111-8111-111111111111';

test('reads a cursor back as it was written', () => {
  const at = '2026-02-28T23:59:59.999Z';
  expect(readCursor(toCursor(at, id))).toEqual({ at, id });
  expect(readCursor(undefined)).toBeNull();
});

test.each([
  '2026-02-30T00:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '2026-01-01T25:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
])('rejects %s, which does not exist, and names the field', (at) => {
  expect(() => readCursor(`${at},${id}`, 'before')).toThrow(
    expect.objectContaining({
      code: 'INVALID_REQUEST',
      fields: [{ field: 'before', message: expect.any(String) }],
    }),
  );
});
