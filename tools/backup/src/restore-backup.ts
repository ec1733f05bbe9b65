import { toClientConfig } from '@desk/service-kit';
import pg from 'pg';
import type { Stripe } from 'stripe';
import { BackupError } from './backup-error.js';
import { isEmpty, schemas } from './database/catalog.js';
import type { TableProgress } from './file/records.js';
import { toMessage } from './progress.js';
import { load } from './database/load.js';
import { assertSameVersion, listReleaseMigrations, readSchemaVersion } from './database/schema-version.js';
import { checkContents, type OpenedBackup } from './file/read-file.js';
import {
  findUnrecorded,
  listPaymentsSince,
  preventSecondSales,
  type UnrecordedPayment,
} from './provider/unrecorded-payments.js';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAX_OUTPUT_BYTES = 10_000_000;
const file = fileURLToPath(new URL('../../migrate/dist/main.js', import.meta.url));

/** Creates schemas, roles and tables in a process of their own. @throws BackupError with its output */
async function runMigrations(adminUrl: string, passwords: Record<string, string>): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`The migrations are not built: ${file} is missing.`);
  const env = { ...process.env, DATABASE_URL: adminUrl, DATABASE_PASSWORDS: JSON.stringify(passwords) };
  try {
    await promisify(execFile)(process.execPath, [file], { env, maxBuffer: MAX_OUTPUT_BYTES });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new BackupError(`The migrations failed:\n${(stdout + stderr).trim()}`);
  }
}

interface RestoreOptions {
  readonly backup: OpenedBackup;
  readonly adminUrl: string;
  readonly passwords: Record<string, string>;
  /** Undefined: leads that were sold after the backup may be sold and charged again. */
  readonly stripe: Stripe | undefined;
  readonly onStep: (step: string) => void;
  readonly onTable: (progress: TableProgress) => void;
}

const DATABASE_MISSING = '3D000';

/**
 * Restores a backup into an empty database, all of it or nothing. Returns the payments that were made after the backup.
 * @throws BackupError before anything is changed if the backup is damaged or has other migrations, or the database is
 * in use
 */
export async function restoreBackup(options: RestoreOptions): Promise<UnrecordedPayment[]> {
  const { backup, adminUrl, passwords, stripe, onStep } = options;
  const { header } = backup;
  assertSameVersion(header.migrations, listReleaseMigrations(), header.release);
  onStep('Reading the whole backup');
  await checkContents(backup);
  await assertEmpty(adminUrl);
  const payments = stripe === undefined ? [] : await listPaymentsSince(stripe, header.takenAt);
  onStep('Creating the tables');
  try {
    await runMigrations(adminUrl, passwords);
    return await withClient(adminUrl, (client) => loadInTransaction(client, payments, options));
  } catch (error) {
    // They had no table before, so nothing is in them but what this run created.
    await withClient(adminUrl, (client) =>
      client.query(`DROP SCHEMA IF EXISTS ${schemas.join(', ')} CASCADE`),
    ).catch((failure: unknown) => onStep(`The database could not be emptied: ${toMessage(failure)}`));
    throw error;
  }
}

async function loadInTransaction(
  client: pg.Client,
  payments: Parameters<typeof findUnrecorded>[1],
  { backup, onStep, onTable }: RestoreOptions,
): Promise<UnrecordedPayment[]> {
  assertSameVersion(backup.header.migrations, await readSchemaVersion(client), backup.header.release);
  onStep('Loading the rows');
  await client.query('BEGIN');
  await load(client, backup.readRecords(), onTable);
  const unrecorded = await findUnrecorded(client, payments);
  await preventSecondSales(client, unrecorded);
  await client.query('COMMIT');
  await client.query('ANALYZE');
  return unrecorded;
}

async function assertEmpty(adminUrl: string): Promise<void> {
  try {
    if (await withClient(adminUrl, isEmpty)) return;
  } catch (error) {
    // The migrations create it.
    if ((error as { code?: string }).code === DATABASE_MISSING) return;
    throw error;
  }
  throw new BackupError(
    'The database is not empty, and nothing was changed. Restore into a new one, before the migrations run in it.',
  );
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ ...toClientConfig(url), application_name: 'desk-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
