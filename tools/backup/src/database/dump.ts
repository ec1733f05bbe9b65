import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupRecord, TableName, TableProgress, TableStart } from '../file/records.js';
import { listTables, readSequences } from './catalog.js';

const id = (name: string): string => pg.escapeIdentifier(name);
export const nameOf = ({ schema, table }: TableName): string => `${id(schema)}.${id(table)}`;

export const toCopyTarget = (table: TableStart): string =>
  `${nameOf(table)} (${table.columns.map(id).join(', ')})`;

/** Begins a transaction that sees all tables of all services at one moment. Returns that moment. */
export async function beginSnapshot(client: pg.Client): Promise<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // No timeouts: copying a large table may take longer than the role's limits for queries.
  await client.query('SET LOCAL statement_timeout = 0');
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return (rows[0]?.now ?? new Date()).toISOString();
}

/** Reads everything in the snapshot that `beginSnapshot` began. */
export async function* dump(
  client: pg.Client,
  onTable: (progress: TableProgress) => void,
): AsyncGenerator<BackupRecord> {
  const tables = await listTables(client);
  for (const table of tables) {
    yield { kind: 'table', table };
    const stream = client.query(copyTo(`COPY ${toCopyTarget(table)} TO STDOUT`));
    for await (const data of stream as AsyncIterable<Buffer>) yield { kind: 'rows', data };
    const rows = stream.rowCount;
    yield { kind: 'table-end', rows };
    onTable({ ...table, rows });
  }
  // Sequences are not part of transactions. Reading them last ensures that their values are not behind the rows.
  yield { kind: 'end', end: { tables: tables.length, sequences: await readSequences(client) } };
}
