import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupError } from '../backup-error.js';
import type { BackupEnd, BackupRecord, TableProgress, TableStart } from '../file/records.js';
import { listTables } from './catalog.js';
import { nameOf, toCopyTarget } from './dump.js';

type Records = AsyncGenerator<BackupRecord, void>;

/**
 * Replaces the rows that the migrations inserted with those of the backup, within the caller's transaction. Triggers
 * are off meanwhile, because the backup already contains their effects. Foreign keys are checked.
 */
export async function load(
  client: pg.Client,
  records: Records,
  onTable: (progress: TableProgress) => void,
): Promise<void> {
  const tables = await listTables(client);
  await client.query(`TRUNCATE ${tables.map(nameOf).join(', ')}`);
  for (const table of tables) await client.query(`ALTER TABLE ${nameOf(table)} DISABLE TRIGGER USER`);
  const end = await loadTables(client, records, onTable);
  if (end.tables !== tables.length)
    throw new BackupError(`The backup has ${end.tables} tables, this release has ${tables.length}.`);
  for (const { schema, sequence, lastValue, isCalled } of end.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [
      nameOf({ schema, table: sequence }),
      ...[lastValue, isCalled],
    ]);
  for (const table of tables) await client.query(`ALTER TABLE ${nameOf(table)} ENABLE TRIGGER USER`);
}

async function loadTables(
  client: pg.Client,
  records: Records,
  onTable: (progress: TableProgress) => void,
): Promise<BackupEnd> {
  for (;;) {
    const { value: record } = await records.next();
    if (!record) throw new BackupError('The backup is incomplete.');
    if (record.kind === 'end') return record.end;
    if (record.kind !== 'table') throw new BackupError('The backup is damaged: rows of no table.');
    const rows = await loadTable(client, record.table, records);
    onTable({ ...record.table, rows });
  }
}

async function loadTable(client: pg.Client, table: TableStart, records: Records): Promise<number> {
  let expected = -1;
  async function* readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value: record } = await records.next();
      if (!record || (record.kind !== 'rows' && record.kind !== 'table-end'))
        throw new BackupError(`The backup is damaged: ${table.schema}.${table.table} has no end.`);
      if (record.kind === 'table-end') {
        expected = record.rows;
        return;
      }
      yield record.data;
    }
  }
  const copy = client.query(copyFrom(`COPY ${toCopyTarget(table)} FROM STDIN`));
  await pipeline(Readable.from(readRows(), { objectMode: false }), copy);
  if (copy.rowCount !== expected)
    throw new BackupError(
      `${table.schema}.${table.table} got ${copy.rowCount} rows, but the backup has ${expected}.`,
    );
  return expected;
}
