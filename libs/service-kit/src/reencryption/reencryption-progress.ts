import type { EntityManager } from 'typeorm';

/** Rights of a service on that table, for its \`data-source.ts\`. */
export const reencryptionTables = { reencryption_progress: { update: true, delete: true } } as const;

/**
 * `converting`: the pass may find rows. `resting`: a pass found none, not long ago. `repeating`: that was long enough ago,
 * and the pass that repeats it has begun or may begin. `done`: that one found none either.
 */
export type Stage = 'converting' | 'resting' | 'repeating' | 'done';

export interface Progress {
  readonly visited: readonly string[] | null;
  readonly due: number;
  readonly stage: Stage;
}

/** Copies with an older first key may still have written rows after a pass, so it is repeated once they are gone. */
export const REPEAT_HOURS = 24;

const NOT_STARTED: Progress = { visited: null, due: 0, stage: 'converting' };

const LOCK = `hashtextextended('reencryption ' || current_schema() || '.' || $1, 0)`;

/** Locks the table's progress for this transaction. Returns false if another copy has it. */
export async function lockProgress(manager: EntityManager, table: string): Promise<boolean> {
  const [lock]: { locked: boolean }[] = await manager.query(
    `SELECT pg_try_advisory_xact_lock(${LOCK}) AS locked`,
    [table],
  );
  return lock?.locked ?? false;
}

/** Forgets the table's progress, once a batch in progress has been committed. */
export async function deleteProgress(manager: EntityManager, table: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(${LOCK})`, [table]);
  await manager.query('DELETE FROM reencryption_progress WHERE table_name = $1', [table]);
}

/** Progress under another key than the current one counts for nothing. */
export async function readProgress(manager: EntityManager, table: string, keyId: string): Promise<Progress> {
  const [progress]: Progress[] = await manager.query(
    `SELECT visited, due,
            CASE WHEN completed_at IS NULL THEN 'converting'
                 WHEN completed_at = 'infinity' THEN 'done'
                 WHEN completed_at > now() - interval '${REPEAT_HOURS} hours' THEN 'resting'
                 ELSE 'repeating' END AS stage
       FROM reencryption_progress WHERE table_name = $1 AND key_id = $2`,
    [table, keyId],
  );
  return progress ?? NOT_STARTED;
}

/**
 * The previous release takes `done` for a pass that has just found nothing. It forgets at each batch that a pass is
 * `repeating`, so that one does not count as the second.
 */
export async function writeProgress(
  manager: EntityManager,
  table: string,
  keyId: string,
  { visited, due, stage }: Progress,
): Promise<void> {
  await manager.query(
    `INSERT INTO reencryption_progress AS p (table_name, key_id, visited, due, completed_at)
     VALUES ($1, $2, $3, $4, CASE $5::text WHEN 'resting' THEN now() WHEN 'done' THEN 'infinity'::timestamptz END)
     ON CONFLICT (table_name) DO UPDATE
       SET key_id = excluded.key_id, visited = excluded.visited, due = excluded.due,
           completed_at = CASE $5 WHEN 'repeating' THEN p.completed_at ELSE excluded.completed_at END`,
    [table, keyId, visited, due, stage],
  );
}
