/** The last row of the previous page: its time and its id. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

export const toCursor = (at: string, id: string): string => `${at},${id}`;

/** Returns null without a cursor. The query schema checked it. */
export function readCursor(given: string | undefined): Cursor | null {
  if (given === undefined) return null;
  const [at = '', id = ''] = given.split(',');
  return { at, id };
}
