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
    await grantTableRights(dataSource, settings.schema, settings.tables);
    process.stdout.write(`${settings.schema}: ${done.length} migrations run\n`);
  } finally {
    await dataSource.destroy();
  }
}
