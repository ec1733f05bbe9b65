import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { NamedKey } from '@desk/service-kit';
import { type FileKeys, readHeader } from './header.js';
import { type BackupRecord, decodeRecords } from './records.js';
import { openChunks } from './sealed-chunks.js';

/** A backup whose header is verified. */
export type OpenedBackup = Awaited<ReturnType<typeof openBackup>>;

/** @throws BackupError if the file is not a backup, or was made with another key */
export async function openBackup(path: string, knownKeys: readonly NamedKey[]) {
  await using file = await open(path, 'r');
  const { header, keys, contentsAt } = await readHeader(file, knownKeys);
  return { header, readRecords: () => readContents(path, keys, contentsAt) };
}

/** Reads the contents from the start. @throws BackupError if they are damaged, changed or incomplete */
async function* readContents(
  path: string,
  { contents }: FileKeys,
  start: number,
): AsyncGenerator<BackupRecord, void> {
  const decrypted = Readable.from(openChunks(createReadStream(path, { start }), contents), {
    objectMode: false,
  });
  const contentsOf = createGunzip();
  // An error also ends the loop below, which throws it.
  const reading = pipeline(decrypted, contentsOf).catch(() => undefined);
  try {
    yield* decodeRecords(contentsOf);
  } finally {
    contentsOf.destroy();
    await reading;
  }
}

/** Reads everything once, so that a damaged file is found before anything is changed. Returns the number of rows. */
export async function checkContents(backup: OpenedBackup): Promise<number> {
  let rows = 0;
  for await (const record of backup.readRecords()) if (record.kind === 'table-end') rows += record.rows;
  return rows;
}
