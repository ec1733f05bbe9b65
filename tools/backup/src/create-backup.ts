import { join } from 'node:path';
import { type NamedKey, toClientConfig } from '@desk/service-kit';
import pg from 'pg';
import { beginSnapshot, dump, type TableProgress } from './database/dump.js';
import { readSchemaVersion } from './database/schema-version.js';
import { deleteOutdated, toFileName } from './file-names.js';
import { checkContents, openBackup } from './file/read-file.js';
import { writeBackupFile } from './file/write-file.js';

export interface BackupOptions {
  /** A role that can read every schema. */
  readonly databaseUrl: string;
  readonly folder: string;
  readonly key: NamedKey;
  readonly kept: number;
  readonly release: string;
  readonly onTable: (progress: TableProgress) => void;
}

export interface CreatedBackup {
  readonly file: string;
  readonly takenAt: string;
  readonly rows: number;
  readonly deleted: readonly string[];
}

/** Writes a backup of every service, reads it back, and then deletes those that are too old. */
export async function createBackup(options: BackupOptions): Promise<CreatedBackup> {
  const { databaseUrl, folder, key, kept, release, onTable } = options;
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
    await writeBackupFile(file, key, contents, dump(client, onTable));
    await client.query('COMMIT');
    const rows = await checkContents(await openBackup(file, [key]));
    return { file, takenAt, rows, deleted: await deleteOutdated(folder, kept) };
  } finally {
    await client.end().catch(() => undefined);
  }
}
