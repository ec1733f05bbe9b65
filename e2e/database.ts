import pg from 'pg';
import type { System } from './system.js';

/** Reads the tables themselves, to compare them with what pages show. */
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

/** Returns the one row of a query that only counts. */
export async function countInDatabase<Row extends object>(
  system: System,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const [row] = await queryDatabase<Row>(system, sql, values);
  if (!row) throw new Error('the query has no row');
  return row;
}
