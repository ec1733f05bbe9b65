import { createDataSource, type DatabaseSettings } from './data-source.js';
import { grantTableRights } from './table-rights.js';

/** Runs pending migrations, each in its own transaction, grants the service its rights, and prints their number. */
export async function runMigrations(
  settings: Required<Omit<DatabaseSettings, 'poolSize' | 'tls' | 'queryTimeoutMs'>>,
): Promise<void> {
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
