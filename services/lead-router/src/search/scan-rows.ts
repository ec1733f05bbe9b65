/** Rows of the first scan, which shows how common the terms are. */
export const FIRST_ROWS = 250;
/** Comparing them takes some milliseconds, after which other requests have their turn. */
const MAX_ROWS_AT_ONCE = 4_000;
/** How much longer the next scan may be than all before it. Few rows tell the rate of matches only roughly. */
const MAX_GROWTH = 4;
/** A page of 50 leads is among them if at least one lead in 3,000 matches. */
const MAX_ROWS = 150_000;
/** Up to this many expected matches, reading all of them from the index and sorting is fastest. */
const MAX_INDEX_MATCHES = 10_000;
/** Scans more rows than needed, because the next ones may contain fewer matches. */
const MARGIN = 1.5;

export interface ScanProgress {
  /** Rows of a full page. */
  readonly limit: number;
  /** Estimated number of all leads. */
  readonly total: number;
  /** More than 0. */
  readonly scanned: number;
  readonly matched: number;
}

/**
 * Returns how many rows of the list to scan next, or 0 if the index is faster: few leads match, or the rows that may be
 * scanned would not fill the page at the rate of matches so far. PostgreSQL's own estimate of the matches is no help,
 * because it takes adjacent pieces of a word for independent.
 */
export function planScan({ limit, total, scanned, matched }: ScanProgress): number {
  // One match more than were found: none among the first rows is no proof that there are none.
  const matchesPerRow = (matched + 1) / scanned;
  if (matchesPerRow * total <= MAX_INDEX_MATCHES) return 0;
  const needed = (limit - matched) / matchesPerRow;
  const left = MAX_ROWS - scanned;
  return needed <= left
    ? Math.min(Math.ceil(needed * MARGIN), left, scanned * MAX_GROWTH, MAX_ROWS_AT_ONCE)
    : 0;
}
