import { join, dirname } from 'node:path';
import { type NamedKey, toClientConfig } from '@desk/service-kit';
import pg from 'pg';
import { beginSnapshot, dump } from './database/dump.js';
import { readSchemaVersion } from './database/schema-version.js';
import { deleteOutdated, toFileName, toUnfinishedName } from './file-names.js';
import { type BackupRecord, encodeRecord, type TableProgress } from './file/records.js';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BackupHeader, deriveKeys, encodeHeader } from './file/header.js';
import { checkContents, openBackup } from './file/read-file.js';
import { sealChunks } from './file/sealed-chunks.js';

interface BackupOptions {
  /** A role that can read every schema. */
  readonly databaseUrl: string;
  readonly folder: string;
  readonly key: NamedKey;
  readonly kept: number;
  readonly release: string;
  readonly onTable: (progress: TableProgress) => void;
  readonly onDelete: (name: string) => void;
}

/**
 * Writes a backup of every service, reads it back, and deletes those that are no longer kept. Also deletes before it
 * writes: backups that are too old must be deleted even while new backups fail, and files of interrupted backups may
 * fill the disk.
 */
export async function createBackup(options: BackupOptions) {
  const { folder, kept, onDelete } = options;
  // A new folder does not exist yet. The deletion at the end reports any other failure.
  (await deleteOutdated(folder, kept).catch(() => [])).forEach(onDelete);
  const backup = await writeBackup(options);
  (await deleteOutdated(folder, kept)).forEach(onDelete);
  return backup;
}

async function writeBackup(options: BackupOptions) {
  const { databaseUrl, folder, key, release, onTable } = options;
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

type HeaderContents = Omit<BackupHeader, 'format' | 'keyId' | 'salt'>;

/**
 * Writes a backup and reads it back. The file has its name only once it is complete, on disk and found readable. Returns the
 * number of rows.
 */
export async function writeBackupFile(
  file: string,
  key: NamedKey,
  contents: HeaderContents,
  records: AsyncIterable<BackupRecord>,
): Promise<number> {
  const salt = randomBytes(32).toString('base64');
  const header: BackupHeader = { format: 1, keyId: key.id, salt, ...contents };
  const keys = deriveKeys(header, key);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = toUnfinishedName(file);
  try {
    const stream = createWriteStream(unfinished, { mode: 0o600, flush: true });
    stream.write(encodeHeader(header, keys));
    await pipeline(
      Readable.from(records).map(encodeRecord),
      createGzip({ level: 3 }),
      (source: AsyncIterable<Buffer>) => sealChunks(source, keys.contents),
      stream,
    );
    const rows = await checkContents(await openBackup(unfinished, [key]));
    await rename(unfinished, file);
    await syncFolder(dirname(file));
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Syncs the folder, so that the new name survives a crash of the machine. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}
