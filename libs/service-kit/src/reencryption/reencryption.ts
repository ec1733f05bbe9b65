import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import {
  deleteProgress,
  lockProgress,
  type Progress,
  readProgress,
  type Stage,
  writeProgress,
} from './reencryption-progress.js';
import type { ReencryptionTask, StoredRow } from './reencryption-task.js';

/** Rows visited per transaction. Locks are held for a few milliseconds. */
export const REENCRYPTION_BATCH = 200;
/** A rewrite that inserts rows could wait for a transaction that waits for this one; this one gives up first. */
const LOCK_TIMEOUT_MS = 100;
/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

export interface BatchResult {
  /** Rows converted. */
  readonly converted: number;
  /**
   * `more`: the pass continues. `again`: it ended, and another one must show that nothing is left. `completed`: nothing
   * is left now. `busy`: another copy is at this table.
   */
  readonly next: 'more' | 'again' | 'completed' | 'busy';
  /** Why rows could not be converted, by the text form of their key. They stay as they are. */
  readonly failures: readonly { readonly key: string; readonly error: unknown }[];
}

interface VisitedRow {
  readonly key: readonly string[];
  readonly isDue: boolean;
}

const nothingDone = (next: BatchResult['next']): BatchResult => ({ converted: 0, next, failures: [] });

/**
 * Converts the rows of one table to the current key, in passes over the whole table, until two that lie a day apart have
 * found nothing. A batch and the progress it makes are one transaction, so a process may be killed at any point. Rows in
 * use are skipped and found by the next pass: it never waits for the lead path, and what others write at the same time
 * wins.
 */
export class Reencryption {
  private readonly keyColumns: string;
  private readonly keyTexts: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly keyId: string,
    private readonly task: ReencryptionTask,
  ) {
    this.keyColumns = task.key.map(({ column }) => column).join(', ');
    this.keyTexts = task.key.map(({ column }) => `${column}::text`).join(', ');
  }

  async runBatch(): Promise<BatchResult> {
    try {
      return await this.runTransaction();
    } catch (error) {
      if (isLockTimeout(error)) return nothingDone('more');
      throw error;
    }
  }

  /** Counts the rows that are not converted yet. Reads the whole table. */
  async countDue(): Promise<number> {
    const { table, isDue } = this.task;
    const [row]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${isDue}`,
      [this.keyId],
    );
    return row?.count ?? 0;
  }

  /** Lets a new pass begin, also if nothing was left. */
  async restart(): Promise<void> {
    await this.dataSource.transaction((manager) => deleteProgress(manager, this.task.table));
  }

  private runTransaction(): Promise<BatchResult> {
    const { table } = this.task;
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      if (!(await lockProgress(manager, table))) return nothingDone('busy');
      const progress = await readProgress(manager, table, this.keyId);
      if (progress.stage === 'resting' || progress.stage === 'done') return nothingDone('completed');
      const visited = await this.visit(manager, progress.visited);
      const dueKeys = visited.filter(({ isDue }) => isDue).map(({ key }) => key);
      const { converted, failures } = await this.convert(manager, dueKeys);
      const due = progress.due + dueKeys.length;
      const next = visited.length === REENCRYPTION_BATCH ? 'more' : due > 0 ? 'again' : 'completed';
      await writeProgress(manager, table, this.keyId, toProgress(next, progress.stage, due, visited));
      return { converted, next, failures };
    });
  }

  private visit(manager: EntityManager, after: readonly string[] | null): Promise<VisitedRow[]> {
    const { table, key, isDue } = this.task;
    const parameters: unknown[] = [this.keyId];
    const position = key.map(({ type }, index) => `$${parameters.push(after?.[index])}::text::${type}`);
    const condition = after === null ? '' : `WHERE (${this.keyColumns}) > (${position.join(', ')})`;
    return manager.query(
      `SELECT ARRAY[${this.keyTexts}] AS key, COALESCE(${isDue}, false) AS "isDue"
         FROM ${table} ${condition} ORDER BY ${this.keyColumns} LIMIT ${REENCRYPTION_BATCH}`,
      after === null ? [this.keyId] : parameters,
    );
  }

  private async convert(
    manager: EntityManager,
    keys: readonly (readonly string[])[],
  ): Promise<Pick<BatchResult, 'converted' | 'failures'>> {
    const failures: { key: string; error: unknown }[] = [];
    let converted = 0;
    for (const row of await this.lock(manager, keys)) {
      try {
        await this.task.rewrite(manager, row);
        converted += 1;
      } catch (error) {
        // After a failed statement the transaction can only be rolled back.
        if (error instanceof QueryFailedError) throw error;
        failures.push({ key: this.task.key.map(({ column }) => String(row[column])).join(' '), error });
      }
    }
    return { converted, failures };
  }

  /** Reads the rows again as they are now. Skips those in use and those that were converted or removed meanwhile. */
  private async lock(manager: EntityManager, keys: readonly (readonly string[])[]): Promise<StoredRow[]> {
    if (keys.length === 0) return [];
    const { table, key, columns, isDue } = this.task;
    const parameters: unknown[] = [this.keyId];
    const arrays = key.map(
      (_column, index) => `$${parameters.push(keys.map((values) => values[index]))}::text[]`,
    );
    const casts = key.map(({ type }, index) => `due.k${index}::${type}`);
    const names = key.map((_column, index) => `k${index}`);
    return manager.query(
      `SELECT ${[...key.map(({ column }) => `${column}::text AS ${column}`), ...columns].join(', ')} FROM ${table}
        WHERE (${this.keyColumns}) IN (SELECT ${casts.join(', ')} FROM unnest(${arrays.join(', ')}) AS due (${names.join(', ')}))
          AND (${isDue})
          FOR NO KEY UPDATE SKIP LOCKED`,
      parameters,
    );
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === LOCK_NOT_AVAILABLE;

function toProgress(
  next: BatchResult['next'],
  stage: Stage,
  due: number,
  visited: readonly VisitedRow[],
): Progress {
  if (next === 'more') return { visited: visited.at(-1)?.key ?? null, due, stage };
  const ended = { visited: null, due: 0 };
  if (next === 'again') return { ...ended, stage: 'converting' };
  return { ...ended, stage: stage === 'repeating' ? 'done' : 'resting' };
}
