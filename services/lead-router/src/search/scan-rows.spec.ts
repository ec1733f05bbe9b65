import { expect, test } from '@jest/globals';
import { planScan } from './scan-rows.js';

test.each([
  ['the first rows show how common the terms are', { limit: 51, scanned: 0, matched: 0 }, 250],
  ['a short page needs few rows', { limit: 2, scanned: 0, matched: 0 }, 200],
  ['common terms fill the page with some more rows', { limit: 51, scanned: 250, matched: 25 }, 390],
  ['at most a hundred rows per result are scanned', { limit: 51, scanned: 4_900, matched: 49 }, 200],
  ['less common terms come from the index', { limit: 51, scanned: 250, matched: 2 }, 0],
  ['rare terms come from the index', { limit: 51, scanned: 250, matched: 0 }, 0],
  ['a scan ends', { limit: 51, scanned: 5_100, matched: 50 }, 0],
])('%s', (_title, progress, rows) => {
  expect(planScan(progress)).toBe(rows);
});
