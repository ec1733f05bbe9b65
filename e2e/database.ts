import pg from 'pg';
import type { System } from './system.js';

/** Runs SQL directly on the database, to compare tables with what pages show or to prepare a test. */
export async function queryDatabase<Row extends object>(
  system: System,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: system.urls.database });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Returns the first row. Throws if there is none. */
export async function queryFirstRow<Row extends object>(
  system: System,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const [row] = await queryDatabase<Row>(system, sql, values);
  if (!row) throw new Error('the query has no row');
  return row;
}
