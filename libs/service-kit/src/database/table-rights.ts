import { outboxTables } from '@desk/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import pg from 'pg';
import { serviceRoles } from './roles.js';

const id = (name: string): string => pg.escapeIdentifier(name);

/** What a service may do with the rows of a table, besides reading and inserting them. */
export interface TableRights {
  /** All columns, or only these. */
  readonly update?: true | readonly string[];
  readonly delete?: true;
}

/** Rights by table. Migrations fail on a table that is not listed. */
export type SchemaRights = Readonly<Record<string, TableRights>>;

/** History: rows are added, and never changed or deleted by the service (ADR 26). */
export const appendOnly: TableRights = {};

/** The tables that every schema has. */
export const commonTables: SchemaRights = { ...outboxTables };

/** Belongs to the migrations; the service only reads it. */
const MIGRATIONS = 'migrations';

function rightsOf({ update, delete: mayDelete }: TableRights): string[] {
  const columns = update === true ? '' : ` (${(update ?? []).map(id).join(', ')})`;
  return [
    'SELECT',
    'INSERT',
    ...(update === undefined ? [] : [`UPDATE${columns}`]),
    ...(mayDelete ? ['DELETE'] : []),
  ];
}

async function listTables(manager: EntityManager, schema: string): Promise<string[]> {
  const rows: { name: string }[] = await manager.query(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/**
 * Grants the service's role exactly these rights on the tables of its schema. Runs as the schema's owner, and takes
 * effect for all tables at once.
 *
 * @throws Error for a table that is not listed
 */
export async function grantTableRights(
  dataSource: DataSource,
  schema: string,
  tables: SchemaRights,
): Promise<void> {
  const role = Object.values(serviceRoles).find((roles) => roles.schema === schema)?.runtimeRole;
  if (role === undefined) throw new Error(`schema ${schema} belongs to no service`);
  const listed = new Map(Object.entries({ ...commonTables, ...tables }));
  await dataSource.transaction(async (manager) => {
    // Two starts at once would update the same catalog rows, and one of them would fail.
    await manager.query("SELECT pg_advisory_xact_lock(hashtext('desk table rights'))");
    for (const table of await listTables(manager, schema)) {
      const rights = listed.get(table);
      if (!rights && table !== MIGRATIONS)
        throw new Error(`table ${schema}.${table} has no rights; list it in the service's data-source.ts`);
      const granted = rights ? rightsOf(rights) : ['SELECT'];
      await manager.query(`REVOKE ALL ON ${id(schema)}.${id(table)} FROM ${id(role)}`);
      await manager.query(`GRANT ${granted.join(', ')} ON ${id(schema)}.${id(table)} TO ${id(role)}`);
    }
  });
}
