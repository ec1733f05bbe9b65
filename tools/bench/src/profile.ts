import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alignColumns } from '@desk/tool-workload';
import pg from 'pg';

/** Makes each process write a processor profile when it ends. */
export const profilingArgs = (folder: string): string[] => ['--cpu-prof', `--cpu-prof-dir=${folder}`];

/** Makes PostgreSQL count what each statement takes, also those inside functions. */
export const statementSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
};

const SELECT_STATEMENTS = `
  SELECT calls::int, rows::int, total_exec_time::float8 AS "totalMs", plans::int, total_plan_time::float8 AS "planMs", wal_bytes::float8 AS "walBytes",
         left(regexp_replace(query, '\\s+', ' ', 'g'), 200) AS text
    FROM pg_stat_statements ORDER BY total_exec_time + total_plan_time DESC LIMIT 60`;

interface StatementRow {
  readonly calls: number;
  readonly rows: number;
  readonly totalMs: number;
  readonly plans: number;
  readonly planMs: number;
  readonly walBytes: number;
  readonly text: string;
}

/** Writes `statements.txt`: what took the most time since the server started, waits included. */
export async function writeStatements(databaseUrl: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const { rows } = await client.query<StatementRow>(SELECT_STATEMENTS);
    const lines = rows.map(({ calls, rows: rowCount, totalMs, plans, planMs, walBytes, text }) => [
      totalMs.toFixed(0),
      String(calls),
      (totalMs / calls).toFixed(3),
      String(plans),
      planMs.toFixed(0),
      String(rowCount),
      (walBytes / 1_024).toFixed(0),
      text,
    ]);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'statements.txt'),
      alignColumns(
        [['ms', 'calls', 'ms each', 'plans', 'ms planning', 'rows', 'WAL kB', 'statement'], ...lines],
        [0, 1, 2, 3, 4, 5, 6],
      ).join('\n'),
    );
  } finally {
    await client.end();
  }
}
