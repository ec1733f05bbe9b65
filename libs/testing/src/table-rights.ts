import { commonTables, type SchemaRights, serviceRoles, type TableRights } from '@desk/service-kit';
import type { ServiceName } from '@desk/contracts';
import pg from 'pg';
import type { TestDatabase } from './database.js';

const INSUFFICIENT_PRIVILEGE = '42501';
const id = (name: string): string => pg.escapeIdentifier(name);

/**
 * Whether the statement is allowed. PostgreSQL checks rights before it looks for rows, so a statement that matches none
 * is enough.
 */
async function isAllowed(client: pg.Client, sql: string): Promise<boolean> {
  try {
    await client.query(sql);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

async function attemptUpdates(client: pg.Client, table: string, columns: string[]): Promise<string[]> {
  const allowed: string[] = [];
  for (const column of columns)
    if (await isAllowed(client, `UPDATE ${id(table)} SET ${id(column)} = DEFAULT WHERE false`))
      allowed.push(column);
  return allowed;
}

/** Returns what the service's role can do with each table except the common ones, by attempting it. */
export async function probeTableRights(database: TestDatabase, service: ServiceName): Promise<SchemaRights> {
  const client = new pg.Client({ connectionString: database.services[service].url });
  await client.connect();
  try {
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attname) AS columns
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') GROUP BY 1`,
      [serviceRoles[service].schema],
    );
    const found: Record<string, TableRights> = {};
    for (const { table, columns } of rows) {
      if (table === 'migrations' || table in commonTables) continue;
      if (await isAllowed(client, `TRUNCATE ${id(table)}`)) throw new Error(`${service} can empty ${table}`);
      const updated = await attemptUpdates(client, table, columns);
      const all = updated.length === columns.length;
      found[table] = {
        ...(updated.length > 0 && { update: all ? true : updated }),
        ...((await isAllowed(client, `DELETE FROM ${id(table)} WHERE false`)) && { delete: true }),
      };
    }
    return found;
  } finally {
    await client.end();
  }
}
