import type { DataCipher } from '../encryption/data-cipher.js';
import {
  needsReencryption,
  type KeyColumn,
  type ReencryptionTask,
  type StoredRow,
} from './reencrypt-table.js';

export interface EncryptedColumn {
  readonly column: string;
  /** Returns the purpose that the service uses to encrypt this column of a row. */
  readonly purpose: (row: StoredRow) => string;
  /** Whether the column's type is `jsonb`, where an encrypted value is a JSON string. */
  readonly isJson?: boolean;
}

export interface EncryptedTable {
  readonly table: string;
  /** Default: `id`, a uuid. */
  readonly key?: readonly KeyColumn[];
  readonly encrypted: readonly EncryptedColumn[];
}

/** Returns the stored value under the current key. Null and values that are already current stay unchanged. */
function reencrypt(
  cipher: DataCipher,
  { column, purpose, isJson }: EncryptedColumn,
  row: StoredRow,
): unknown {
  const stored = row[column] as string | object | null;
  if (stored === null) return null;
  if (typeof stored !== 'string') return JSON.stringify(cipher.encryptJson(stored, purpose(row)));
  const text = cipher.isCurrent(stored)
    ? stored
    : cipher.encrypt(cipher.decrypt(stored, purpose(row)), purpose(row));
  return isJson ? JSON.stringify(text) : text;
}

/** Returns the task of a table whose columns are encrypted and updated in place. */
export function encryptedColumns(
  cipher: DataCipher,
  { table, key = [{ column: 'id', type: 'uuid' }], encrypted }: EncryptedTable,
): ReencryptionTask {
  const columns = encrypted.map(({ column }) => column);
  const assignments = columns.map((column, index) => `${column} = $${index + 1}`);
  const conditions = key.map(
    ({ column, type }, index) => `${column} = $${columns.length + index + 1}::text::${type}`,
  );
  const update = `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${conditions.join(' AND ')}`;
  return {
    table,
    key,
    columns,
    isDue: encrypted
      .map(({ column, isJson }) => needsReencryption(isJson ? `(${column} #>> '{}')` : column))
      .join(' OR '),
    rewrite: (manager, row) =>
      manager.query(update, [
        ...encrypted.map((column) => reencrypt(cipher, column, row)),
        ...key.map(({ column }) => row[column]),
      ]),
  };
}
