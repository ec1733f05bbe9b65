import { createDataSource, runLongStatement } from '@desk/service-kit';
import { database } from '../database/data-source.js';

/**
 * Recounts the sales of every buyer, each in a transaction of its own, and then all leads for admins'
 * reports. Leads are accepted and sold meanwhile.
 */
async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (!url)
    throw new Error(
      'DATABASE_URL is missing. Set it to the URL of the database, with the role of lead-router.',
    );
  const dataSource = await createDataSource({ ...database, url, poolSize: 1 }).initialize();
  try {
    const buyers: { id: string }[] = await dataSource.query('SELECT id FROM buyers ORDER BY id');
    for (const { id } of buyers) await dataSource.query('SELECT recount_sales($1)', [id]);
    await runLongStatement({ ...database, url }, 'SELECT recount_market()');
    process.stdout.write(`Counted the sales of ${buyers.length} buyers, and all leads.\n`);
  } finally {
    await dataSource.destroy();
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
