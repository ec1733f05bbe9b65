import { runLongStatement } from '@desk/service-kit';
import { database } from '../database/data-source.js';

/** Counts again what was charged, refunded, disputed and kept as fees. Meanwhile, charges and refunds wait to be recorded. */
async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'];
  if (!url)
    throw new Error('DATABASE_URL is missing. Set it to the URL of the database, with the role of billing.');
  await runLongStatement({ ...database, url }, 'SELECT recount_balance()');
  process.stdout.write('Counted all charges, refunds, disputes and fees.\n');
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
