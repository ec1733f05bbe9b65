import { describe, expect, it } from '@jest/globals';
import { sortByReferences } from './catalog.js';

const tables = ['a', 'b', 'c'].map((table) => ({ schema: 's', table }));
const reference = (from: string, to: string) => ({ from: `s.${from}`, to: `s.${to}` });

describe('sortByReferences', () => {
  it('puts a table after those that it refers to', () => {
    const sorted = sortByReferences(tables, [reference('a', 'c'), reference('c', 'b')]);
    expect(sorted.map(({ table }) => table)).toEqual(['b', 'c', 'a']);
  });

  it('rejects a circle', () => {
    expect(() => sortByReferences(tables, [reference('a', 'b'), reference('b', 'a')])).toThrow(
      'refer to each other: s.a, s.b',
    );
  });
});
