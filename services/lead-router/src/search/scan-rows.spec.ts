import { describe, expect, it, test } from '@jest/globals';
import { FIRST_ROWS, planScan, type ScanProgress } from './scan-rows.js';

const million = { limit: 51, total: 1_000_000 };
const thirtyMillion = { limit: 51, total: 30_000_000 };

test.each<[string, ScanProgress, number]>([
  ['common terms fill the page with some more rows', { ...million, scanned: 250, matched: 25 }, 375],
  ['few rows are followed by not many more', { ...million, scanned: 250, matched: 3 }, 1_000],
  ['long scans give way to other requests', { ...million, scanned: 1_250, matched: 15 }, 4_000],
  ['a term of few leads comes from the index', { ...million, scanned: 250, matched: 1 }, 0],
  ['a small table comes from the index', { ...million, total: 10_000, scanned: 250, matched: 50 }, 0],
  ['a term may still have many leads', { ...thirtyMillion, scanned: 250, matched: 0 }, 1_000],
  ['a term turns out to have few leads', { ...thirtyMillion, scanned: 5_250, matched: 0 }, 0],
  ['at most 150,000 rows are scanned', { ...thirtyMillion, scanned: 147_000, matched: 50 }, 3_000],
  ['the scan would end before the page is full', { ...thirtyMillion, scanned: 148_000, matched: 50 }, 0],
])('%s', (_title, progress, rows) => {
  expect(planScan(progress)).toBe(rows);
});

/** Scans for a term that every nth lead has. Returns the number of rows, or null if the index takes over. */
function scanFor(everyNth: number, { limit, total }: typeof million): number | null {
  let scanned = 0;
  for (let rows = FIRST_ROWS; rows > 0;) {
    scanned += rows;
    const matched = Math.floor(scanned / everyNth);
    if (matched >= limit) return scanned;
    rows = planScan({ limit, total, scanned, matched });
  }
  return null;
}

describe('a page of 51 leads among 30 million', () => {
  it.each([2, 20, 100, 170, 500, 1_000, 2_000])('is found by a scan if every %dth lead matches', (nth) => {
    const rows = scanFor(nth, thirtyMillion);
    expect(rows).toBeLessThan(nth * 51 + 4_000);
  });

  it.each([10_000, 100_000])('comes from the index if every %dth lead matches', (nth) => {
    expect(scanFor(nth, thirtyMillion)).toBeNull();
  });
});

it('comes from the index among a million leads, if that reads fewer than ten thousand', () => {
  expect(scanFor(50, million)).not.toBeNull();
  expect(scanFor(200, million)).toBeNull();
});
