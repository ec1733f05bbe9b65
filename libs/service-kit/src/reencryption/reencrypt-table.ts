import { REMOVED } from '@desk/contracts';
import { codeOf } from '@desk/outbox';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';

/** A row as the database returns it. */
export type StoredRow = Readonly<Record<string, unknown>>;

export interface KeyColumn {
  readonly column: string;
  /** SQL type, which the text form of a value is cast to. */
  readonly type: 'uuid' | 'bigint' | 'text';
}

/** One table whose rows are converted to the current data key. */
export interface ReencryptionTask {
  readonly table: string;
  /** Unique columns. Rows are visited in their order, so an index must start with them. */
  readonly key: readonly KeyColumn[];
  /** Columns that `rewrite` reads besides the key. */
  readonly columns: readonly string[];
  /** SQL condition of rows that are not converted yet. Uses `$1`: the id of the current key. */
  readonly isDue: string;
  /**
   * Converts one row, which this transaction has locked. Its key columns are text. An error that is not of
   * the database, thrown before the first statement, skips the row.
   */
  readonly rewrite: (manager: EntityManager, row: StoredRow) => Promise<unknown>;
}

/** SQL condition that is true for a text that is not encrypted with the key `$1` and neither empty nor removed. */
export const needsReencryption = (column: string): string =>
  `(${column} NOT IN ('', '${REMOVED}') AND NOT starts_with(${column}, 'enc:' || $1 || ':'))`;

/** Rows per transaction. Each stays locked until the last one is rewritten. */
const BATCH_ROWS = 200;
/**
 * A rewrite that inserts rows could deadlock with another transaction. With this short timeout, the rewrite gives up
 * first.
 */
const LOCK_TIMEOUT_MS = 100;
/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Why a row could not be converted, by the text form of its key. The row stays unchanged. */
export interface ReencryptionFailure {
  readonly key: string;
  readonly error: unknown;
}

/** Reads without the time limit of a service's statements: a read of a whole table may take minutes. */
const readTable = <Row>(dataSource: DataSource, sql: string, parameters: unknown[]): Promise<Row[]> =>
  dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL statement_timeout = 0');
    return manager.query<Row[]>(sql, parameters);
  });

/** Counts the rows that are not converted yet. Reads the whole table. */
export async function countDue(
  dataSource: DataSource,
  keyId: string,
  { table, isDue }: ReencryptionTask,
): Promise<number> {
  const [row] = await readTable<{ count: number }>(
    dataSource,
    `SELECT count(*)::int AS count FROM ${table} WHERE ${isDue}`,
    [keyId],
  );
  return row?.count ?? 0;
}

/**
 * Visits every row that is due once, and converts it. Skips rows in use, so it never waits for the lead path
 * or overwrites a concurrent change. May be killed at any point and run again.
 */
export async function reencryptTable(
  dataSource: DataSource,
  keyId: string,
  task: ReencryptionTask,
): Promise<readonly ReencryptionFailure[]> {
  const failures: ReencryptionFailure[] = [];
  for (let keys = await readKeys(dataSource, keyId, task, null); keys.length > 0;) {
    try {
      failures.push(...(await dataSource.transaction((tx) => convert(tx, keyId, task, keys))));
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    }
    keys = await readKeys(dataSource, keyId, task, keys.at(-1) ?? []);
  }
  return failures;
}

/** Returns the keys of the next rows that are due, as text. Reads the rest of the table if few are. */
async function readKeys(
  dataSource: DataSource,
  keyId: string,
  { table, key, isDue }: ReencryptionTask,
  after: readonly string[] | null,
): Promise<string[][]> {
  const columns = key.map(({ column }) => column).join(', ');
  const position = key.map(({ type }, index) => `$${index + 2}::text::${type}`).join(', ');
  const rows = await readTable<{ key: string[] }>(
    dataSource,
    `SELECT ARRAY[${key.map(({ column }) => `${column}::text`).join(', ')}] AS key FROM ${table}
      WHERE (${isDue}) ${after === null ? '' : `AND (${columns}) > (${position})`}
      ORDER BY ${columns} LIMIT ${BATCH_ROWS}`,
    [keyId, ...(after ?? [])],
  );
  return rows.map((row) => row.key);
}

/** Locks the rows in their current state and rewrites them. Skips those that were converted or removed meanwhile. */
async function convert(
  manager: EntityManager,
  keyId: string,
  { table, key, columns, isDue, rewrite }: ReencryptionTask,
  keys: readonly (readonly string[])[],
): Promise<ReencryptionFailure[]> {
  await manager.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const arrays = key.map((_column, index) => `$${index + 2}::text[]`).join(', ');
  const names = key.map((_column, index) => `k${index}`).join(', ');
  const casts = key.map(({ type }, index) => `due.k${index}::${type}`).join(', ');
  const rows: StoredRow[] = await manager.query(
    `SELECT ${[...key.map(({ column }) => `${column}::text AS ${column}`), ...columns].join(', ')} FROM ${table}
      WHERE (${key.map(({ column }) => column).join(', ')}) IN (SELECT ${casts} FROM unnest(${arrays}) AS due (${names}))
        AND (${isDue}) FOR NO KEY UPDATE SKIP LOCKED`,
    [keyId, ...key.map((_column, index) => keys.map((values) => values[index]))],
  );
  const failures: ReencryptionFailure[] = [];
  for (const row of rows)
    try {
      await rewrite(manager, row);
    } catch (error) {
      // After a failed statement the transaction can only be rolled back.
      if (error instanceof QueryFailedError) throw error;
      failures.push({ key: key.map(({ column }) => String(row[column])).join(' '), error });
    }
  return failures;
}
