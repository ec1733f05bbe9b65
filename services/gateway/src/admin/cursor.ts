import { DomainError } from '@desk/contracts';

/** The last thing on the page before: when, and its id. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

export const toCursor = (at: string, id: string): string => `${at},${id}`;

/** Null without one. The form was checked with the query; that there is such a day is checked here. */
export function readCursor(given: string | undefined, field = 'after'): Cursor | null {
  if (given === undefined) return null;
  const [at = '', id = ''] = given.split(',');
  const time = new Date(at);
  // PostgreSQL's calendar has no year 0.
  if (!Number.isNaN(time.getTime()) && time.toISOString() === at && time.getUTCFullYear() > 0)
    return { at, id };
  throw new DomainError('INVALID_REQUEST', { fields: [{ field, message: 'There is no such time' }] });
}
