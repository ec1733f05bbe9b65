import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { NamedKey } from '@desk/service-kit';
import { BackupError } from '../backup-error.js';

/** Metadata of a backup. Readable without the key, so it contains no personal data. */
export interface BackupHeader {
  readonly format: 1;
  readonly keyId: string;
  /** Random, in base64. Each file has keys of its own. */
  readonly salt: string;
  /** When the snapshot was taken, by the database's clock. */
  readonly takenAt: string;
  readonly release: string;
  readonly postgres: string;
  /** Timestamps of the migrations that had run, by schema. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
}

export interface FileKeys {
  /** Proves that the header was written with the key that it names. */
  readonly header: Buffer;
  readonly contents: Buffer;
}

const MAGIC = Buffer.from('ANNUITY-DESK-BACKUP\n');
const LENGTH_BYTES = 4;
const MAC_BYTES = 32;
const MAX_HEADER_BYTES = 1 << 20;

const toJson = (header: BackupHeader): Buffer => Buffer.from(JSON.stringify(header));

/** Derives the keys of one file. The contents' key depends on every byte of the header. */
export function deriveKeys(header: BackupHeader, { bytes }: NamedKey): FileKeys {
  const salt = Buffer.from(header.salt, 'base64');
  const derive = (info: string): Buffer => Buffer.from(hkdfSync('sha256', bytes, salt, info, 32));
  const digest = createHash('sha256').update(toJson(header)).digest('hex');
  return { header: derive('backup header'), contents: derive(`backup contents ${digest}`) };
}

const toMac = (json: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(json).digest();

export function encodeHeader(header: BackupHeader, keys: FileKeys): Buffer {
  const json = toJson(header);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  return Buffer.concat([MAGIC, length, json, toMac(json, keys.header)]);
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new BackupError('The file is not a backup, or its beginning is missing.');
  return buffer;
}

/**
 * Reads the header and derives the file's keys with the key that it names.
 * @throws BackupError if the file is not a backup, the key is unknown or wrong, or the header was changed
 */
export async function readHeader(
  file: FileHandle,
  knownKeys: readonly NamedKey[],
): Promise<{ header: BackupHeader; keys: FileKeys; contentsAt: number }> {
  const start = await readExactly(file, 0, MAGIC.length + LENGTH_BYTES);
  const length = start.readUInt32BE(MAGIC.length);
  if (!start.subarray(0, MAGIC.length).equals(MAGIC) || length > MAX_HEADER_BYTES)
    throw new BackupError('The file is not a backup, or its beginning is damaged.');
  const rest = await readExactly(file, start.length, length + MAC_BYTES);
  const [json, mac] = [rest.subarray(0, length), rest.subarray(length)];
  const header = parseHeader(json);
  const key = knownKeys.find(({ id }) => id === header.keyId);
  if (!key)
    throw new BackupError(`The backup was made with the key ${header.keyId}, which BACKUP_KEYS lacks.`);
  const keys = deriveKeys(header, key);
  if (!timingSafeEqual(toMac(json, keys.header), mac))
    throw new BackupError(
      `The key ${header.keyId} in BACKUP_KEYS is not the one that this backup was made with, or the file's header was changed.`,
    );
  return { header, keys, contentsAt: start.length + rest.length };
}

function parseHeader(json: Buffer): BackupHeader {
  let header: Partial<BackupHeader>;
  try {
    header = JSON.parse(json.toString()) as Partial<BackupHeader>;
  } catch (cause) {
    throw new BackupError("The backup's header is damaged.", { cause });
  }
  if (header.format !== 1)
    throw new BackupError('The backup was made by a newer release with another format.');
  if (typeof header.keyId !== 'string' || typeof header.salt !== 'string')
    throw new BackupError("The backup's header is damaged.");
  return header as BackupHeader;
}
