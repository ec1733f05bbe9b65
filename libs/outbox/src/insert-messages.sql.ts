import type { OutboxMessage } from './outbox-message.js';
import { FIRST_REPUBLISH_MS } from './outbox.store.js';
import { prepared } from './prepared.js';

declare const announced: unique symbol;
/** A statement that changes rows, and publishes the messages about those that it has changed. */
export type AnnouncedChange = string & { readonly [announced]: true };

/**
 * Combines an UPDATE with the messages about it, so that a step that knows its messages beforehand costs one round
 * trip: no BEGIN, no COMMIT, and no row that has to be read first.
 * @param update has parameters $1 to $`parameterCount`, and ends with RETURNING one id, as text
 */
export const announcedChange = (update: string, parameterCount: number): AnnouncedChange =>
  prepared(`
  WITH changed(id) AS (${update}),
       messages AS (${insertMessagesSql(parameterCount + 1, `$${parameterCount + 6}::text[]`)})
  SELECT id FROM changed`) as AnnouncedChange;

/**
 * Inserts messages given by parameters from `$first` on (see `toInsertParameters`).
 * @param aboutIds for each message, the id of the row that must be in `changed`; by default all are inserted
 */
export const insertMessagesSql = (first: number, aboutIds?: string): string => `
  INSERT INTO outbox (message_id, queue, name, sealed, due_at, is_delayed)
  SELECT m.message_id, m.queue, m.name, m.sealed,
         now() + CASE WHEN m.delay > 0 THEN m.delay ELSE ${FIRST_REPUBLISH_MS} END * interval '1 ms', m.delay > 0
    FROM unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::text[], $${first + 3}::text[],
                $${first + 4}::float8[]${aboutIds === undefined ? '' : `, ${aboutIds}`})
      AS m(message_id, queue, name, sealed, delay${aboutIds === undefined ? '' : ', about_id'})
   ${aboutIds === undefined ? '' : 'WHERE m.about_id IN (SELECT id FROM changed)'}
  ON CONFLICT DO NOTHING`;

export const toInsertParameters = (messages: readonly OutboxMessage[]): unknown[] => [
  messages.map(({ messageId }) => messageId),
  messages.map(({ queue }) => queue),
  messages.map(({ name }) => name),
  messages.map(({ sealed }) => sealed),
  messages.map(({ delayMs }) => delayMs),
];
