import type pg from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

async function readPlan(client: pg.Client, sql: string, options: string): Promise<readonly PlanNode[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (${options}) ${sql}`);
  return rows.flatMap((row) => flatten(row['QUERY PLAN'][0].Plan));
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** Runs the query and returns how many rows of the table it read, whether or not they passed its filters. */
export async function countRowsRead(client: pg.Client, sql: string, table: string): Promise<number> {
  const nodes = await readPlan(client, sql, 'ANALYZE, TIMING false, FORMAT JSON');
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .reduce(
      (sum, node) =>
        sum +
        ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
      0,
    );
}

/** Returns the names of the indexes that the plan of a query uses. */
export async function listIndexesUsed(client: pg.Client, sql: string): Promise<ReadonlySet<string>> {
  const nodes = await readPlan(client, sql, 'FORMAT JSON');
  return new Set(nodes.flatMap((node) => node['Index Name'] ?? []));
}
