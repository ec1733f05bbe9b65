/** Rows of the first scan, which shows how common the terms are. */
const FIRST_ROWS = 250;
/** Rows to scan per requested row. If they do not fill a page, at most one lead in a hundred matches. */
const MAX_ROWS_PER_RESULT = 100;
/** Scans more rows than needed, because the next ones may contain fewer matches. */
const MARGIN = 1.5;

export interface ScanProgress {
  /** Rows of a full page. */
  readonly limit: number;
  readonly scanned: number;
  readonly matched: number;
}

/**
 * Returns how many rows of the list to scan next, or 0 if they would not fill the page at the rate of matches so far:
 * then the index is faster. PostgreSQL's own estimate is no help, because it takes adjacent pieces of a word for
 * independent.
 */
export function planScan({ limit, scanned, matched }: ScanProgress): number {
  const maxRows = limit * MAX_ROWS_PER_RESULT;
  if (scanned === 0) return Math.min(FIRST_ROWS, maxRows);
  const needed = ((limit - matched) * scanned) / matched;
  const left = maxRows - scanned;
  return needed <= left ? Math.min(Math.ceil(needed * MARGIN), left) : 0;
}
