import { REMOVED } from '@desk/contracts';
import type { EntityManager } from 'typeorm';

/** A row as the database returns it. */
export type StoredRow = Readonly<Record<string, unknown>>;

export interface KeyColumn {
  readonly column: string;
  /** SQL type, which the text form of a value is cast to. */
  readonly type: 'uuid' | 'bigint' | 'text' | 'timestamptz';
}

/** One table whose rows are converted to the current data key. */
export interface ReencryptionTask {
  readonly table: string;
  /** Unique columns. Rows are visited in their order, so an index must start with them. */
  readonly key: readonly KeyColumn[];
  /** Columns, or SQL expressions with a name, that `rewrite` reads besides the key. */
  readonly columns: readonly string[];
  /** SQL condition of rows that are not converted yet. Uses `$1`: the id of the current key. */
  readonly isDue: string;
  /**
   * Converts one row that this transaction has locked, and its key columns as text. Leaves a row that is no longer due,
   * or removes it. An error that is not of the database, thrown before the first statement, skips the row.
   */
  readonly rewrite: (manager: EntityManager, row: StoredRow) => Promise<unknown>;
}

/** SQL condition that is true for a text that is not encrypted with the key `$1` and neither empty nor removed. */
export const isNotCurrent = (column: string): string =>
  `(${column} NOT IN ('', '${REMOVED}') AND NOT starts_with(${column}, 'enc:' || $1 || ':'))`;
