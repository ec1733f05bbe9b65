import type { OutboxMessage } from './outbox-message.js';
import { FIRST_REPUBLISH_MS } from './outbox.store.js';
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

/** Inserts messages given by parameters from `$first` on (see `toInsertParameters`), if the condition holds. */
export const insertMessagesSql = (first: number, condition = 'true'): string => `
  INSERT INTO outbox (message_id, queue, name, sealed, due_at, is_delayed)
  SELECT m.message_id, m.queue, m.name, m.sealed,
         now() + CASE WHEN m.delay > 0 THEN m.delay ELSE ${FIRST_REPUBLISH_MS} END * interval '1 ms', m.delay > 0
    FROM unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::text[], $${first + 3}::text[],
                $${first + 4}::float8[]) AS m(message_id, queue, name, sealed, delay)
   WHERE ${condition}
  ON CONFLICT DO NOTHING`;

export const toInsertParameters = (messages: readonly OutboxMessage[]): unknown[] => [
  messages.map(({ messageId }) => messageId),
  messages.map(({ queue }) => queue),
  messages.map(({ name }) => name),
  messages.map(({ sealed }) => sealed),
  messages.map(({ delayMs }) => delayMs),
];
