import { join } from 'node:path';
import { type NamedKey, toClientConfig } from '@desk/service-kit';
import pg from 'pg';
import { beginSnapshot, dump, type TableProgress } from './database/dump.js';
import { readSchemaVersion } from './database/schema-version.js';
import { deleteOutdated, toFileName } from './file-names.js';
import type { BackupRecord } from './file/records.js';
import { writeBackupFile } from './file/write-file.js';

export interface BackupOptions {
  /** A role that can read every schema. */
  readonly databaseUrl: string;
  readonly folder: string;
  readonly key: NamedKey;
  readonly kept: number;
  readonly release: string;
  readonly onTable: (progress: TableProgress) => void;
  readonly onDelete: (name: string) => void;
}

export interface CreatedBackup {
  readonly file: string;
  readonly takenAt: string;
  readonly rows: number;
}

/**
 * Writes a backup of every service, reads it back, and deletes those that are no longer kept. Also deletes before it writes:
 * what is too old must go although backups fail, and files of interrupted backups may fill the disk.
 */
export async function createBackup(options: BackupOptions): Promise<CreatedBackup> {
  const { folder, kept, onDelete } = options;
  // A new folder does not exist yet. The deletion at the end reports any other failure.
  (await deleteOutdated(folder, kept).catch(() => [])).forEach(onDelete);
  const backup = await writeBackup(options);
  (await deleteOutdated(folder, kept)).forEach(onDelete);
  return backup;
}

async function writeBackup({
  databaseUrl,
  folder,
  key,
  release,
  onTable,
}: BackupOptions): Promise<CreatedBackup> {
  const client = new pg.Client({ ...toClientConfig(databaseUrl), application_name: 'desk-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const takenAt = await beginSnapshot(client);
    const { rows: servers } = await client.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    );
    const migrations = await readSchemaVersion(client);
    const file = join(folder, toFileName(takenAt));
    const contents = { takenAt, release, postgres: servers[0]?.version ?? '', migrations };
    const rows = await writeBackupFile(file, key, contents, dumpAndCommit(client, onTable));
    return { file, takenAt, rows };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Ends the snapshot before the file is read back, because PostgreSQL keeps the dead rows of all tables meanwhile. */
async function* dumpAndCommit(
  client: pg.Client,
  onTable: BackupOptions['onTable'],
): AsyncGenerator<BackupRecord> {
  yield* dump(client, onTable);
  await client.query('COMMIT');
}
