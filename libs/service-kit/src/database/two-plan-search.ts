/** Up to this many estimated matches, reading them from the search index and sorting is fastest. */
const MAX_INDEX_MATCHES = 2_000;

export interface TwoPlanSearch<Row> {
  /** Rows of a full page. */
  readonly limit: number;
  /** Estimated number of matches (see `estimateRows`). Omit it where a scan is always worth a try. */
  readonly estimateMatches?: () => Promise<number>;
  /** Filters a bounded number of rows in list order. */
  readonly scanInOrder: () => Promise<Row[]>;
  /** Whether the scan covered the whole list, so that a short page is complete. */
  readonly scanReachedEnd?: () => Promise<boolean>;
  /** Reads all matches from the search index and sorts them. */
  readonly searchIndex: () => Promise<Row[]>;
}

/**
 * Returns the first page of matches. PostgreSQL misjudges how many rows a LIKE on common terms matches and then sorts
 * all of them, so the plan is chosen here: rare terms are read from the index, common ones fill a page from the first
 * rows of the list (ADR 27).
 */
export async function searchWithTwoPlans<Row>(search: TwoPlanSearch<Row>): Promise<Row[]> {
  if (search.estimateMatches && (await search.estimateMatches()) <= MAX_INDEX_MATCHES)
    return search.searchIndex();
  const rows = await search.scanInOrder();
  const isComplete = rows.length === search.limit || (await search.scanReachedEnd?.()) === true;
  return isComplete ? rows : search.searchIndex();
}
