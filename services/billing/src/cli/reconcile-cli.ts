import { createDataSource } from '@desk/service-kit';
import { database } from '../database/data-source.js';
import { readReconcileOptions, reconcile } from './reconcile.js';

const EXIT_NOT_RUN = 2;

async function main(): Promise<void> {
  const options = readReconcileOptions(process.argv.slice(2));
  const url = process.env['DATABASE_URL'];
  if (!url)
    throw new Error('DATABASE_URL is missing. Set it to the URL of the database, with the role of billing.');
  const dataSource = await createDataSource({ ...database, url, poolSize: 1 }).initialize();
  try {
    process.exitCode = await reconcile(dataSource, options, (line) => process.stdout.write(`${line}\n`));
  } finally {
    await dataSource.destroy();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = EXIT_NOT_RUN;
});
