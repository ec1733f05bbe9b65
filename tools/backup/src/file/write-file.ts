import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { NamedKey } from '@desk/service-kit';
import { toUnfinishedName } from '../file-names.js';
import { type BackupHeader, deriveKeys, encodeHeader } from './header.js';
import { checkContents, openBackup } from './read-file.js';
import { type BackupRecord, encodeRecord } from './records.js';
import { sealChunks } from './sealed-chunks.js';

export type HeaderContents = Omit<BackupHeader, 'format' | 'keyId' | 'salt'>;

async function* encodeAll(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) yield encodeRecord(record);
}

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
  const header: BackupHeader = {
    format: 1,
    keyId: key.id,
    salt: randomBytes(32).toString('base64'),
    ...contents,
  };
  const keys = deriveKeys(header, key);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = toUnfinishedName(file);
  try {
    const stream = createWriteStream(unfinished, { mode: 0o600, flush: true });
    stream.write(encodeHeader(header, keys));
    await pipeline(
      Readable.from(encodeAll(records), { objectMode: false }),
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

/** Makes the new name survive a crash of the machine. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
