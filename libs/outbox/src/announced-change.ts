import { insertMessagesSql } from './insert-messages.sql.js';
import { prepared } from './prepared.js';

declare const announced: unique symbol;
/** A statement that changes at most one row, and publishes messages if it does. */
export type AnnouncedChange = string & { readonly [announced]: true };

/**
 * Combines an UPDATE with the messages about it, so that a step which knows beforehand what it will say costs one round
 * trip: no BEGIN, no COMMIT, and no row that has to be read first. `update` has parameters $1 to $`parameterCount`, and
 * no RETURNING.
 */
export const announcedChange = (update: string, parameterCount: number): AnnouncedChange =>
  prepared(`
  WITH changed AS (${update} RETURNING 1),
       messages AS (${insertMessagesSql(parameterCount + 1, 'EXISTS (SELECT 1 FROM changed)')})
  SELECT 1 AS changed FROM changed`) as AnnouncedChange;
