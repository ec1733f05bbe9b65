import { serviceRoles } from '@desk/service-kit';
import pg from 'pg';
import { identifiersIn } from './identifiers.js';

interface Table {
  readonly name: string;
  readonly columns: string;
}

/** All rows of every service's tables. */
export interface TableSnapshot {
  readonly tables: readonly (Table & { readonly json: string })[];
  /** Every identifier within the rows. */
  readonly identifiers: ReadonlySet<string>;
}

/** Migrations create their own rows, and messages in progress belong to the system that sends them. */
const EXCLUDED_TABLES = ['migrations', 'outbox', 'inbox'];

const SELECT_TABLES = `
  SELECT format('%I.%I', c.table_schema, c.table_name) AS name,
         string_agg(format('%I', c.column_name), ', ' ORDER BY c.ordinal_position) AS columns
    FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE c.table_schema = ANY ($1) AND c.table_name <> ALL ($2) AND t.table_type = 'BASE TABLE'
     AND c.is_generated = 'NEVER' AND c.is_identity = 'NO'
   GROUP BY c.table_schema, c.table_name`;

/** Reads the tables of a system that is idle and almost empty. */
export async function readSnapshot(adminDatabaseUrl: string): Promise<TableSnapshot> {
  return withClient(adminDatabaseUrl, async (client) => {
    const schemas = Object.values(serviceRoles).map(({ schema }) => schema);
    const { rows: tables } = await client.query<Table>(SELECT_TABLES, [schemas, EXCLUDED_TABLES]);
    const filled: TableSnapshot['tables'][number][] = [];
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ json: string }>(
        `SELECT coalesce(json_agg(r), '[]')::text AS json FROM (SELECT ${columns} FROM ${name}) r`,
      );
      filled.push({ name, columns, json: rows[0]?.json ?? '[]' });
    }
    return { tables: filled, identifiers: new Set(filled.flatMap(({ json }) => identifiersIn(json))) };
  });
}

/** Replaces the rows of a database with the same tables. */
export async function restoreSnapshot(adminDatabaseUrl: string, { tables }: TableSnapshot): Promise<void> {
  await withClient(adminDatabaseUrl, async (client) => {
    // Skips foreign keys and triggers: the snapshot already contains what they enforce or derive.
    await client.query('SET session_replication_role = replica');
    for (const { name, columns, json } of tables) {
      await client.query(`DELETE FROM ${name}`);
      await client.query(
        `INSERT INTO ${name} (${columns})
         SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1)`,
        [json],
      );
    }
  });
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
