export interface TwoPlanSearch<Row> {
  /** Rows of a full page. */
  readonly limit: number;
  /** Filters a bounded number of rows in list order. */
  readonly scanInOrder: () => Promise<Row[]>;
  /** Reads all matches from the search index and sorts them. */
  readonly searchIndex: () => Promise<Row[]>;
}

/**
 * Returns the first page of matches: common terms fill it from the first rows of the list, the matches of rare ones are
 * read from the index and sorted. PostgreSQL cannot choose, because it misjudges how many rows match (ADR 27).
 */
export async function searchWithTwoPlans<Row>(search: TwoPlanSearch<Row>): Promise<Row[]> {
  const rows = await search.scanInOrder();
  return rows.length === search.limit ? rows : search.searchIndex();
}
