import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { toClientConfig } from './connection-options.js';
import { type DatabaseSettings, withDataSource } from './data-source.js';
import { createFunctions } from './sql-functions.js';
import { grantTableRights } from './table-rights.js';

const RETRY_INTERVAL_MS = 500;

/**
 * Runs `work` while no other process runs migrations of this schema; processes wait for each other. The lock belongs to
 * a separate connection and ends with it, even after a crash.
 */
export async function withMigrationLock<Result>(
  url: string,
  schema: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...toClientConfig(url), keepAlive: true });
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', (cause) =>
      reject(new Error('The connection that holds the migration lock was lost.', { cause })),
    );
  });
  lost.catch(() => undefined);
  await client.connect();
  try {
    await acquire(client, schema);
    return await Promise.race([work(), lost]);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Polls for the lock instead of waiting in the server: a waiting statement has a snapshot, and CREATE INDEX
 * CONCURRENTLY in the process that has the lock would wait for that snapshot forever.
 */
async function acquire(client: pg.Client, schema: string): Promise<void> {
  const sql = 'SELECT pg_try_advisory_lock(hashtext($1)) AS acquired';
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(sql, [`desk migrations ${schema}`]);
    if (rows[0]?.acquired === true) return;
    await pause(RETRY_INTERVAL_MS);
  }
}

export type MigrationSettings = Required<
  Pick<DatabaseSettings, 'url' | 'schema' | 'entities' | 'migrations' | 'tables'>
> &
  Pick<DatabaseSettings, 'functions'>;

/**
 * Runs pending migrations, each in its own transaction, creates the SQL functions, grants the service its
 * rights, and prints how many migrations ran. One process at a time for each schema; others wait for it.
 */
export const runMigrations = (settings: MigrationSettings): Promise<void> =>
  withMigrationLock(settings.url, settings.schema, () =>
    withDataSource({ ...settings, poolSize: 1, queryTimeoutMs: 0 }, (dataSource) =>
      migrate(dataSource, settings),
    ),
  );

async function migrate(
  dataSource: DataSource,
  { schema, functions, tables }: MigrationSettings,
): Promise<void> {
  assertUpdatable(await listRunMigrations(dataSource), listKnownMigrations(dataSource));
  const done = await dataSource.runMigrations({ transaction: 'each' });
  const summary = `${schema}: ${done.length} migrations run`;
  if (await isNewerThanRelease(dataSource)) {
    // A newer release has migrated the database before, so this is a rollback. Granting rights and creating functions of
    // this release would break copies of the newer one that still run.
    process.stdout.write(`${summary}; the database is newer than this release, rights are unchanged\n`);
    return;
  }
  if (functions) await createFunctions(dataSource, functions);
  await grantTableRights(dataSource, schema, tables);
  process.stdout.write(`${summary}\n`);
}

/**
 * Refuses a database without any migration of this release. It was created by a commit before release 1.0, and its
 * tables would make the initial migration fail.
 */
export function assertUpdatable(run: readonly string[], known: readonly string[]): void {
  if (run.length === 0 || run.some((name) => known.includes(name))) return;
  throw new Error(
    'This database was made by a commit before release 1.0 and cannot be updated. Its tables are unchanged. ' +
      'Use an empty database; for a development system, move the folder .state away and run npm start again.',
  );
}

const listKnownMigrations = (dataSource: DataSource): string[] =>
  dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);

/** None before the first run, when the table does not exist. */
async function listRunMigrations(dataSource: DataSource): Promise<string[]> {
  const [table] = await dataSource.query<{ exists: boolean }[]>(
    "SELECT to_regclass('migrations') IS NOT NULL AS exists",
  );
  if (!table?.exists) return [];
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  return rows.map(({ name }) => name);
}

/** Whether a migration has run that this release does not have. */
async function isNewerThanRelease(dataSource: DataSource): Promise<boolean> {
  const known = listKnownMigrations(dataSource);
  return (await listRunMigrations(dataSource)).some((name) => !known.includes(name));
}
