import { serviceRoles } from '@desk/service-kit';
import type pg from 'pg';
import { BackupError } from '../backup-error.js';
import type { SequenceValue, TableName, TableStart } from '../file/records.js';

/** Every schema that belongs to a service. All are in one database. */
export const schemas: readonly string[] = Object.values(serviceRoles).map(({ schema }) => schema);

/** The migrations' own table. A restore runs them instead of copying what ran. */
const MIGRATIONS_TABLE = 'migrations';

/** Partitions hold the rows of partitioned tables, which COPY cannot read themselves. */
const SELECT_TABLES = `
  SELECT n.nspname AS schema, c.relname AS "table",
         ARRAY(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = ANY($1) AND c.relkind = 'r'
   ORDER BY 1, 2`;

const SELECT_REFERENCES = `
  SELECT DISTINCT cn.nspname || '.' || c.relname AS "from", rn.nspname || '.' || r.relname AS "to"
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace cn ON cn.oid = c.relnamespace
    JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
   WHERE k.contype = 'f' AND cn.nspname = ANY($1) AND k.conrelid <> k.confrelid`;

const toKey = ({ schema, table }: TableName): string => `${schema}.${table}`;

/** Returns all tables with their stored columns, each after those that its foreign keys refer to. */
export async function listTables(client: pg.Client): Promise<TableStart[]> {
  const { rows } = await client.query<TableStart>(SELECT_TABLES, [schemas]);
  const references = await client.query<{ from: string; to: string }>(SELECT_REFERENCES, [schemas]);
  const tables = rows.filter(({ table }) => table !== MIGRATIONS_TABLE);
  return sortByReferences(tables, references.rows);
}

/** @throws BackupError if tables refer to each other in a circle */
export function sortByReferences<Table extends TableName>(
  tables: readonly Table[],
  references: readonly { readonly from: string; readonly to: string }[],
): Table[] {
  const waiting = new Map(tables.map((table) => [toKey(table), table]));
  const sorted: Table[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(
      ([key]) => !references.some(({ from, to }) => from === key && waiting.has(to)),
    );
    if (ready.length === 0)
      throw new BackupError(`These tables refer to each other: ${[...waiting.keys()].join(', ')}.`);
    for (const [key, table] of ready) {
      sorted.push(table);
      waiting.delete(key);
    }
  }
  return sorted;
}

export async function readSequences(client: pg.Client): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ schema: string; sequence: string; source: string }>(
    `SELECT n.nspname AS schema, c.relname AS sequence, c.oid::regclass::text AS source
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY($1) AND c.relkind = 'S' ORDER BY 1, 2`,
    [schemas],
  );
  const values: SequenceValue[] = [];
  for (const { schema, sequence, source } of rows) {
    const { rows: state } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${source}`,
    );
    for (const value of state) values.push({ schema, sequence, ...value });
  }
  return values;
}

/** Whether no service has a table here yet. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY($1) LIMIT 1`,
    [schemas],
  );
  return rowCount === 0;
}
