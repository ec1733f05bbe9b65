import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BackupRecord } from './records.js';
import { checkContents, openBackup } from './read-file.js';
import { writeBackupFile } from '../create-backup.js';

const key = { id: 'b1', bytes: randomBytes(32) };
const contents = {
  takenAt: '2026-01-31T00:00:00.000Z',
  release: '1.0.0',
  postgres: '18.4',
  migrations: { billing: ['1790000002000'] },
};
/** Random, so that compression leaves several chunks. */
const rows = randomBytes(200_000);
const records: readonly BackupRecord[] = [
  { kind: 'table', table: { schema: 'billing', table: 'purchases', columns: ['id'] } },
  { kind: 'rows', data: rows.subarray(0, 70_000) },
  { kind: 'rows', data: rows.subarray(70_000) },
  { kind: 'table-end', rows: 12 },
  { kind: 'end', end: { tables: 1, sequences: [] } },
];

async function* toStream(list: readonly BackupRecord[]): AsyncGenerator<BackupRecord> {
  for (const record of list) yield await Promise.resolve(record);
}

describe('a backup file', () => {
  let folder: string;
  let file: string;
  let whole: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'desk-backup-file-'));
    file = join(folder, 'whole.backup');
    expect(await writeBackupFile(file, key, contents, toStream(records))).toBe(12);
    whole = await readFile(file);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const readChanged = async (bytes: Buffer): Promise<number> => {
    const changed = join(folder, 'changed.backup');
    await writeFile(changed, bytes);
    return checkContents(await openBackup(changed, [key]));
  };

  it('is read as it was written', async () => {
    const backup = await openBackup(file, [{ id: 'b2', bytes: randomBytes(32) }, key]);
    expect(backup.header).toMatchObject({ ...contents, keyId: 'b1' });
    const read: BackupRecord[] = [];
    for await (const record of backup.readRecords()) read.push(record);
    const data = read.flatMap((record) => (record.kind === 'rows' ? [record.data] : []));
    expect(Buffer.concat(data).equals(rows)).toBe(true);
    expect(read.filter(({ kind }) => kind !== 'rows')).toEqual(records.filter(({ kind }) => kind !== 'rows'));
    expect(await checkContents(backup)).toBe(12);
  });

  it('is encrypted differently each time', async () => {
    const second = join(folder, 'second.backup');
    await writeBackupFile(second, key, contents, toStream(records));
    expect((await readFile(second)).subarray(-1_000).equals(whole.subarray(-1_000))).toBe(false);
    expect(whole.includes(rows.subarray(0, 32))).toBe(false);
  });

  it('names the key that is missing', async () => {
    await expect(openBackup(file, [{ ...key, id: 'b2' }])).rejects.toThrow(
      'the key b1, which BACKUP_KEYS lacks',
    );
  });

  it('rejects another key of the same name', async () => {
    await expect(openBackup(file, [{ id: 'b1', bytes: randomBytes(32) }])).rejects.toThrow(
      'is not the one that this backup was made with',
    );
  });

  it('rejects any other file', async () => {
    await expect(readChanged(Buffer.from('short'))).rejects.toThrow('not a backup');
    await expect(readChanged(randomBytes(1_000))).rejects.toThrow('not a backup');
  });

  it.each([0.005, 0.3, 0.6, 0.95])('finds a changed byte at %d of its length', async (share) => {
    const changed = Buffer.from(whole);
    const at = Math.floor(share * whole.length);
    changed.writeUInt8((changed.readUInt8(at) + 1) % 256, at);
    await expect(readChanged(changed)).rejects.toThrow(/damaged|changed|key/);
  });

  it.each([0.3, 0.6, 0.999])('finds that the end is missing, after %d of its length', async (share) => {
    await expect(readChanged(whole.subarray(0, Math.floor(share * whole.length)))).rejects.toThrow(
      /incomplete|damaged/,
    );
  });

  it('finds something added behind its end', async () => {
    await expect(readChanged(Buffer.concat([whole, Buffer.from([0])]))).rejects.toThrow('follows its end');
  });

  it('rejects the end of another file in place of its own', async () => {
    const short = join(folder, 'short.backup');
    await writeBackupFile(short, key, contents, toStream(records.slice(-1)));
    const tail = (await readFile(short)).subarray(-60);
    await expect(readChanged(Buffer.concat([whole.subarray(0, -60), tail]))).rejects.toThrow(
      /damaged|changed/,
    );
  });

  it('does not exist until it is complete', async () => {
    async function* failing(): AsyncGenerator<BackupRecord> {
      yield* toStream(records.slice(0, 2));
      throw new Error('connection lost');
    }
    const failed = join(folder, 'failed.backup');
    await expect(writeBackupFile(failed, key, contents, failing())).rejects.toThrow('connection lost');
    expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([]);
  });

  it('does not exist if it cannot be read back', async () => {
    const unreadable = join(folder, 'unreadable.backup');
    const withoutEnd = toStream(records.slice(0, -1));
    await expect(writeBackupFile(unreadable, key, contents, withoutEnd)).rejects.toThrow('incomplete');
    expect((await readdir(folder)).filter((name) => name.startsWith('unreadable'))).toEqual([]);
  });
});
