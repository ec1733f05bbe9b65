import type { DataSource } from 'typeorm';

interface Plan {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: { readonly 'Plan Rows': number } }];
}

/** Returns the planner's estimate of a statement's row count. Reads no rows. */
export async function estimateRows(
  dataSource: DataSource,
  sql: string,
  values: readonly unknown[],
): Promise<number> {
  const [plan]: Plan[] = await dataSource.query(`EXPLAIN (FORMAT JSON) ${sql}`, [...values]);
  return plan?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? Infinity;
}
