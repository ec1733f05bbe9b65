import { describe, expect, it } from '@jest/globals';
import { isCursor, isUuid } from './ids.js';

const id = '0191e1a0-0000-7000-8000-00000000ffff';

describe('isUuid', () => {
  it('accepts lower-case UUIDs alone', () => {
    expect(isUuid(id)).toBe(true);
    for (const text of ['', id.toUpperCase(), `${id}0`, ` ${id}`, id.replaceAll('-', '')])
      expect(isUuid(text)).toBe(false);
  });
});

describe('isCursor', () => {
  it('accepts a time that exists and an id', () => {
    expect(isCursor(`2026-03-31T09:00:00.000Z,${id}`)).toBe(true);
    for (const text of [
      '',
      id,
      `2026-02-30T09:00:00.000Z,${id}`,
      `2026-03-31,${id}`,
      '2026-03-31T09:00:00.000Z,1',
    ])
      expect(isCursor(text)).toBe(false);
  });
});
