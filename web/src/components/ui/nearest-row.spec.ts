import { expect, it } from '@jest/globals';
import { findNearestRow } from './nearest-row.js';

it.each([
  { rows: ['next', 'last'], index: 0, nearest: 'next' },
  { rows: ['first', 'next'], index: 1, nearest: 'next' },
  { rows: ['first', 'previous'], index: 2, nearest: 'previous' },
  { rows: ['first', '', 'last'], index: 1, nearest: 'last' },
  { rows: ['first', 'previous', '', ''], index: 2, nearest: 'previous' },
  { rows: [''], index: 0, nearest: undefined },
  { rows: [], index: 0, nearest: undefined },
])('finds $nearest for row $index among $rows, of which the empty ones have no button', (list) => {
  expect(findNearestRow(list.rows, list.index, (row) => row !== '')).toBe(list.nearest);
});
