import { expect, test } from '@jest/globals';
import { holdRows } from './hold-rows';

const hold = (shown: string, newest: string, hasNextPage = true) => {
  const toRows = (ids: string) => Array.from(ids, (id) => ({ id }));
  const { rows, ...held } = holdRows(toRows(shown), toRows(newest), hasNextPage);
  return { rows: rows.map(({ id }) => id).join(''), ...held };
};

test('shows all rows when none is new', () => {
  expect(hold('dcba', 'dcba')).toEqual({ rows: 'dcba', newCount: 0, isAllNew: false });
  expect(hold('', 'ba')).toEqual({ rows: 'ba', newCount: 0, isAllNew: false });
  expect(hold('ba', '')).toEqual({ rows: '', newCount: 0, isAllNew: false });
});

test('leaves out new rows at the top, and keeps those they have pushed off the page', () => {
  expect(hold('dcba', 'fedc')).toEqual({ rows: 'dcba', newCount: 2, isAllNew: false });
  expect(hold('ba', 'cba')).toEqual({ rows: 'ba', newCount: 1, isAllNew: false });
  expect(hold('dcba', 'hgfe')).toEqual({ rows: 'dcba', newCount: 4, isAllNew: true });
});

test('removes deleted rows, and shows new rows between the shown ones', () => {
  expect(hold('dcba', 'dba')).toEqual({ rows: 'dba', newCount: 0, isAllNew: false });
  expect(hold('dcba', 'edba')).toEqual({ rows: 'dba', newCount: 1, isAllNew: false });
  expect(hold('dba', 'dcba')).toEqual({ rows: 'dcba', newCount: 0, isAllNew: false });
});

test('removes rows that are gone from a list of one page', () => {
  expect(hold('cba', 'dcb', false)).toEqual({ rows: 'cb', newCount: 1, isAllNew: false });
  expect(hold('ba', 'cba', false)).toEqual({ rows: 'ba', newCount: 1, isAllNew: false });
  expect(hold('a', 'b', false)).toEqual({ rows: 'b', newCount: 0, isAllNew: false });
});

test('updates the shown rows', () => {
  const before = [{ id: '1', state: 'waiting' }];
  const after = [
    { id: '2', state: 'waiting' },
    { id: '1', state: 'sold' },
  ];
  expect(holdRows(before, after, false).rows).toEqual([{ id: '1', state: 'sold' }]);
});
