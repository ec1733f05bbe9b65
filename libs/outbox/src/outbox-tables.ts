/** What a service does with the rows of these tables, besides reading and inserting them. */
export const outboxTables = {
  outbox: { update: true, delete: true },
  // Locking rows before they are deleted needs the right to update a column, though none is ever updated.
  inbox: { update: ['processed_at'], delete: true },
} as const;

/** Creates the two tables of the acknowledged outbox, for a service's first migration. Message bodies are sealed. */
export const createOutboxTables = `
  CREATE TABLE outbox (
    message_id text        NOT NULL,
    queue      text        NOT NULL,
    name       text        NOT NULL,
    sealed     text        NOT NULL,
    due_at     timestamptz NOT NULL,
    attempts   integer     NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (message_id, queue)
  );
  CREATE INDEX outbox_due ON outbox (due_at);
  CREATE TABLE inbox (
    message_id   text        PRIMARY KEY,
    processed_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX inbox_processed ON inbox (processed_at);
`;

/**
 * Adds what is known about messages that fail, for a later migration.
 * is_delayed: not published yet, because its delay has not passed. stopped_at: no longer published.
 */
export const addFailuresToOutbox = `
  ALTER TABLE outbox
    ADD COLUMN IF NOT EXISTS is_delayed      boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS failures        integer NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS failure_id      uuid,
    ADD COLUMN IF NOT EXISTS failure_kind    text,
    ADD COLUMN IF NOT EXISTS first_failed_at timestamptz,
    ADD COLUMN IF NOT EXISTS last_failed_at  timestamptz,
    ADD COLUMN IF NOT EXISTS stopped_at      timestamptz;
`;

/** Name and definition of each index that goes with `addFailuresToOutbox`. */
export const outboxIndexes = {
  outbox_next: 'outbox (queue, is_delayed, due_at) WHERE stopped_at IS NULL',
  outbox_failed: 'outbox (last_failed_at) WHERE failures > 0',
  outbox_failure_id: 'outbox (failure_id) WHERE failure_id IS NOT NULL',
} as const;
