import type { EntityManager } from 'typeorm';

/** Adds the table in which re-encryption records how far it is. For a migration of each service that uses it. */
export const createReencryptionTable = `
  CREATE TABLE reencryption_progress (
    table_name text PRIMARY KEY,
    key_id text NOT NULL,
    -- Key of the last row that was visited; null at the beginning of a pass.
    visited text[],
    -- Rows of this pass that were not current.
    due integer NOT NULL DEFAULT 0,
    -- End of the last pass that found no such row.
    completed_at timestamptz
  );
`;
/** Rights of a service on that table, for its \`data-source.ts\`. */
export const reencryptionTables = { reencryption_progress: { update: true, delete: true } } as const;

export interface Progress {
  readonly visited: readonly string[] | null;
  readonly due: number;
  /** Whether a pass found nothing to do, not long ago. */
  readonly isCompleted: boolean;
}

/** Copies with an older first key may still have written rows after a pass: after this time another one begins. */
const RECHECK_HOURS = 24;

const NOT_STARTED: Progress = { visited: null, due: 0, isCompleted: false };

/** Locks the table's progress for this transaction. Returns false if another copy has it. */
export async function lockProgress(manager: EntityManager, table: string): Promise<boolean> {
  const [lock]: { locked: boolean }[] = await manager.query(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('reencryption ' || current_schema() || '.' || $1, 0)) AS locked`,
    [table],
  );
  return lock?.locked ?? false;
}

/** Progress under another key than the current one counts for nothing. */
export async function readProgress(manager: EntityManager, table: string, keyId: string): Promise<Progress> {
  const [progress]: Progress[] = await manager.query(
    `SELECT visited, due, COALESCE(completed_at > now() - interval '${RECHECK_HOURS} hours', false) AS "isCompleted"
       FROM reencryption_progress WHERE table_name = $1 AND key_id = $2`,
    [table, keyId],
  );
  return progress ?? NOT_STARTED;
}

export async function writeProgress(
  manager: EntityManager,
  table: string,
  keyId: string,
  { visited, due, isCompleted }: Progress,
): Promise<void> {
  await manager.query(
    `INSERT INTO reencryption_progress (table_name, key_id, visited, due, completed_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END)
     ON CONFLICT (table_name) DO UPDATE
       SET key_id = excluded.key_id, visited = excluded.visited, due = excluded.due,
           completed_at = excluded.completed_at`,
    [table, keyId, visited, due, isCompleted],
  );
}
