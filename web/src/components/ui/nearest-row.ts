/**
 * Returns the row that gets the focus after the action of the row at `index`: what is there now, else the next one below,
 * else the nearest one above.
 */
export const findNearestRow = <Row>(
  rows: readonly Row[],
  index: number,
  canFocus: (row: Row) => boolean,
): Row | undefined => rows.slice(index).find(canFocus) ?? rows.slice(0, index).findLast(canFocus);
