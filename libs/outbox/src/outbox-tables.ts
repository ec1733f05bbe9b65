import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a service does with the rows of these tables, besides reading and inserting them. */
export const outboxTables = {
  outbox: { update: true, delete: true },
  // Locking rows before they are deleted needs the right to update a column, though none is ever updated.
  inbox: { update: ['processed_at'], delete: true },
} as const;

/**
 * Creates the outbox and the inbox, for a service's first migration. Message bodies are sealed. is_delayed: not
 * published yet, or not since an admin retried it. stopped_at: no longer published, because it kept failing.
 */
export const createOutboxTables = `
  CREATE TABLE outbox (
    message_id      text        NOT NULL,
    queue           text        NOT NULL,
    name            text        NOT NULL,
    sealed          text        NOT NULL,
    due_at          timestamptz NOT NULL,
    attempts        integer     NOT NULL DEFAULT 0,
    created_at      timestamptz NOT NULL DEFAULT now(),
    is_delayed      boolean     NOT NULL DEFAULT false,
    failures        integer     NOT NULL DEFAULT 0,
    failure_id      uuid,
    failure_kind    text,
    first_failed_at timestamptz,
    last_failed_at  timestamptz,
    stopped_at      timestamptz,
    PRIMARY KEY (message_id, queue)
  );
  CREATE INDEX outbox_due ON outbox (due_at);
  CREATE INDEX outbox_next ON outbox (queue, is_delayed, due_at) WHERE stopped_at IS NULL;
  CREATE INDEX outbox_failed ON outbox (last_failed_at) WHERE failures > 0;
  CREATE INDEX outbox_failure_id ON outbox (failure_id) WHERE failure_id IS NOT NULL;
  CREATE TABLE inbox (
    message_id   text        PRIMARY KEY,
    processed_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX inbox_processed ON inbox (processed_at);
`;

/** The first migration of a service: the outbox, and what a file with SQL creates. */
export abstract class InitialMigration implements MigrationInterface {
  protected abstract readonly sql: URL;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createOutboxTables);
    await runner.query(readFileSync(this.sql, 'utf8'));
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
