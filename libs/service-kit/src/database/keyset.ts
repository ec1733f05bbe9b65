/** The last row of the previous page. `at` is an ISO 8601 instant with the precision of the sort column. */
export interface KeysetCursor {
  readonly at: string;
  readonly id: string;
}

export type KeysetOrder = 'newest' | 'oldest';

export interface KeysetColumns {
  /** SQL expression of the sort column, as the index has it: `created_at::timestamptz(3)`. */
  readonly at: string;
  /** SQL expression of the unique column that breaks ties: `r.id`. */
  readonly id: string;
}

const ORDERS = {
  newest: { direction: 'DESC', comparison: '<' },
  oldest: { direction: 'ASC', comparison: '>' },
} as const;

/**
 * Returns the WHERE condition and ORDER BY list of the page that follows `after`. Appends the cursor's values to
 * `parameters`.
 */
export function keysetClauses(
  columns: KeysetColumns,
  order: KeysetOrder,
  after: KeysetCursor | null,
  parameters: unknown[],
): { condition: string; orderBy: string } {
  const { direction, comparison } = ORDERS[order];
  const condition =
    after === null
      ? 'true'
      : `(${columns.at}, ${columns.id}) ${comparison} ` +
        `($${parameters.push(after.at)}::timestamptz, $${parameters.push(after.id)}::uuid)`;
  return { condition, orderBy: `${columns.at} ${direction}, ${columns.id} ${direction}` };
}

/** Splits `limit + 1` fetched rows into one page and the cursor of the next; `next` is null on the last page. */
export function toPage<Row, Cursor>(
  rows: readonly Row[],
  limit: number,
  toCursor: (lastRow: Row) => Cursor,
): { rows: Row[]; next: Cursor | null } {
  const page = rows.slice(0, limit);
  const lastRow = page.at(-1);
  return { rows: page, next: rows.length > limit && lastRow !== undefined ? toCursor(lastRow) : null };
}
