import type { DataSource } from 'typeorm';
import { createDataSource, type DatabaseSettings } from './data-source.js';
import { withMigrationLock } from './migration-lock.js';
import { grantTableRights } from './table-rights.js';

export type MigrationSettings = Required<Omit<DatabaseSettings, 'poolSize' | 'tls' | 'queryTimeoutMs'>>;

/**
 * Runs pending migrations, each in its own transaction, grants the service its rights, and prints their number. One
 * process at a time for each schema; others wait for it.
 */
export const runMigrations = (settings: MigrationSettings): Promise<void> =>
  withMigrationLock(settings.url, settings.schema, () => migrate(settings));

async function migrate(settings: MigrationSettings): Promise<void> {
  const dataSource = createDataSource({ ...settings, poolSize: 1, queryTimeoutMs: 0 });
  await dataSource.initialize();
  try {
    const done = await dataSource.runMigrations({ transaction: 'each' });
    const summary = `${settings.schema}: ${done.length} migrations run`;
    if (await isNewerThanRelease(dataSource)) {
      // After a rollback. This release does not list the newer one's tables, and would narrow the rights that copies of
      // the newer one still need.
      process.stdout.write(`${summary}; the database is newer than this release, rights are unchanged\n`);
      return;
    }
    await grantTableRights(dataSource, settings.schema, settings.tables);
    process.stdout.write(`${summary}\n`);
  } finally {
    await dataSource.destroy();
  }
}

/** Whether a migration has run that this release does not have. */
async function isNewerThanRelease(dataSource: DataSource): Promise<boolean> {
  const known = new Set(
    dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name),
  );
  const ran: { name: string }[] = await dataSource.query('SELECT name FROM migrations');
  return ran.some(({ name }) => !known.has(name));
}
