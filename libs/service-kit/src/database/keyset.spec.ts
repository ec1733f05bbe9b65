import { describe, expect, it } from '@jest/globals';
import { keysetClauses, toPage } from './keyset.js';

const columns = { at: 'r.created_at', id: 'r.id' };
const cursor = { at: '2026-01-05T14:30:00.000Z', id: '0191e1a0-0000-7000-8000-000000000001' };

describe('keysetClauses', () => {
  it('starts at the first row without a cursor', () => {
    const parameters: unknown[] = [];
    expect(keysetClauses(columns, 'newest', null, parameters)).toEqual({
      condition: 'true',
      orderBy: 'r.created_at DESC, r.id DESC',
    });
    expect(parameters).toEqual([]);
  });

  it('continues after the cursor and numbers its values after those already there', () => {
    const parameters: unknown[] = ['available'];
    expect(keysetClauses(columns, 'oldest', cursor, parameters)).toEqual({
      condition: '(r.created_at, r.id) > ($2::timestamptz, $3::uuid)',
      orderBy: 'r.created_at ASC, r.id ASC',
    });
    expect(parameters).toEqual(['available', cursor.at, cursor.id]);
  });
});

describe('toPage', () => {
  const toCursor = (row: number) => ({ row });

  it('returns a cursor of the last row shown when there are more rows', () => {
    expect(toPage([1, 2, 3], 2, toCursor)).toEqual({ rows: [1, 2], next: { row: 2 } });
  });

  it.each([[[1, 2]], [[1]], [[]]])('returns no cursor on the last page %j', (rows) => {
    expect(toPage<number, unknown>(rows, 2, toCursor)).toEqual({ rows, next: null });
  });
});
