import { DomainError } from '@desk/contracts';

/** The last row of the previous page: its time and its id. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

export const toCursor = (at: string, id: string): string => `${at},${id}`;

/**
 * Returns null without a cursor. The query schema checked the format; this checks that the time exists.
 * @throws INVALID_REQUEST naming `field`
 */
export function readCursor(given: string | undefined, field = 'after'): Cursor | null {
  if (given === undefined) return null;
  const [at = '', id = ''] = given.split(',');
  const time = new Date(at);
  // PostgreSQL's calendar has no year 0.
  if (!Number.isNaN(time.getTime()) && time.toISOString() === at && time.getUTCFullYear() > 0)
    return { at, id };
  throw new DomainError('INVALID_REQUEST', { fields: [{ field, message: 'Enter a valid time' }] });
}
