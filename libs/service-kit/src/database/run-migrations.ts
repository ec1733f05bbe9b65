import { createDataSource, type DatabaseSettings } from './data-source.js';

/** Runs pending migrations, each in its own transaction, and prints their number. */
export async function runMigrations(settings: Required<Omit<DatabaseSettings, 'poolSize'>>): Promise<void> {
  const dataSource = createDataSource({ ...settings, poolSize: 1 });
  await dataSource.initialize();
  try {
    const done = await dataSource.runMigrations({ transaction: 'each' });
    process.stdout.write(`${settings.schema}: ${done.length} migrations run\n`);
  } finally {
    await dataSource.destroy();
  }
}
