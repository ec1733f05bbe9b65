import { createDataSource, type DatabaseSettings } from './data-source.js';

/** Runs what is not yet run, each migration in a transaction of its own, and prints how many that were. */
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
