import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createBackup } from './create-backup.js';
import { toFileName, toUnfinishedName } from './file-names.js';

const DAY_MS = 86_400_000;
const nameOfAge = (days: number): string => toFileName(new Date(Date.now() - days * DAY_MS).toISOString());

describe('a backup that fails', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'desk-failing-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('deletes backups that are too old, and keeps the newest ones', async () => {
    const kept = [36, 37, 38].map(nameOfAge);
    const abandoned = toUnfinishedName(nameOfAge(2));
    const tooOld = nameOfAge(39);
    for (const name of [...kept, abandoned, tooOld]) await writeFile(join(folder, name), '');
    const twoDaysAgo = new Date(Date.now() - 2 * DAY_MS);
    await utimes(join(folder, abandoned), twoDaysAgo, twoDaysAgo);
    const deleted: string[] = [];
    const backup = createBackup({
      databaseUrl: 'postgres://127.0.0.1:1/desk',
      folder,
      key: { id: 'b1', bytes: randomBytes(32) },
      kept: 35,
      release: '1.0.0',
      onTable: () => undefined,
      onDelete: (name) => deleted.push(name),
    });
    await expect(backup).rejects.toThrow('ECONNREFUSED');
    expect(deleted.sort()).toEqual([tooOld, abandoned].sort());
    expect((await readdir(folder)).sort()).toEqual(kept.sort());
  });
});
