export interface TwoPlanSearch<Row> {
  /** Rows of a full page. */
  readonly limit: number;
  /** Filters a bounded number of rows in list order. */
  readonly scanInOrder: () => Promise<Row[]>;
  /** Reads all matches from the search index and sorts them. */
  readonly searchIndex: () => Promise<Row[]>;
}

/**
 * Returns a page of matches. A common term fills it from the next rows of the list; the matches of a rare one
 * are read from the index and sorted. PostgreSQL cannot choose: it misjudges how many rows match (ADR 27).
 */
export async function searchWithTwoPlans<Row>(search: TwoPlanSearch<Row>): Promise<Row[]> {
  const rows = await search.scanInOrder();
  return rows.length === search.limit ? rows : search.searchIndex();
}
