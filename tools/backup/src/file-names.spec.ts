import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteOutdated, selectOutdated, toFileName, toUnfinishedName } from './file-names.js';

const DAY_MS = 86_400_000;
const now = Date.parse('2026-03-01T12:00:00.000Z');
const nameOfAge = (days: number): string => toFileName(new Date(now - days * DAY_MS).toISOString());

describe('toFileName', () => {
  it('sorts by time', () => {
    const names = ['2026-01-31T23:59:00.123Z', '2026-02-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'].map(
      toFileName,
    );
    expect(names).toEqual([...names].sort());
    expect(names[0]).toBe('annuity-desk-20260131T235900Z.backup');
  });
});

describe('selectOutdated', () => {
  const days = [3, 2, 1].map(nameOfAge);

  it('keeps the newest backups', () => {
    expect(selectOutdated(days, 2, now)).toEqual([days[0]]);
    expect(selectOutdated(days, 3, now)).toEqual([]);
  });

  it('never selects a file that is not a backup', () => {
    const others = ['notes.txt', toUnfinishedName(days[0] ?? ''), 'annuity-desk-1.backup'];
    expect(selectOutdated([...others, ...days], 1, now)).toEqual([days[1], days[0]]);
  });

  it('selects backups older than 35 days although no newer one was written', () => {
    const failingForAWeek = [7, 8, 9, 10, 34, 36, 41].map(nameOfAge);
    expect(selectOutdated(failingForAWeek, 35, now)).toEqual([36, 41].map(nameOfAge));
  });

  it('always keeps the three newest ones', () => {
    const ages = [100, 101, 102, 103];
    expect(selectOutdated(ages.map(nameOfAge), 35, now)).toEqual([nameOfAge(103)]);
  });

  it('keeps daily backups for as many days as it keeps files, if those are more', () => {
    const ages = [0, 1, 2, 60, 100];
    expect(selectOutdated(ages.map(nameOfAge), 90, now)).toEqual([nameOfAge(100)]);
  });
});

describe('deleteOutdated', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'desk-outdated-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const writeOfAge = async (name: string, days: number): Promise<void> => {
    const changedAt = new Date(now - days * DAY_MS);
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), changedAt, changedAt);
  };

  it('deletes what an interrupted backup left behind, but not one in progress', async () => {
    const [abandoned, inProgress] = [2, 0.9].map((days) => toUnfinishedName(nameOfAge(days)));
    await writeOfAge(abandoned ?? '', 2);
    await writeOfAge(inProgress ?? '', 0.9);
    await writeOfAge('notes.unfinished', 9);
    expect(await deleteOutdated(folder, 35, now)).toEqual([abandoned]);
    expect((await readdir(folder)).sort()).toEqual([inProgress, 'notes.unfinished'].sort());
  });

  it('deletes outdated backups', async () => {
    for (const days of [1, 2, 3]) await writeOfAge(nameOfAge(days), days);
    expect(await deleteOutdated(folder, 2, now)).toEqual([nameOfAge(3)]);
    expect((await readdir(folder)).sort()).toEqual([2, 1].map(nameOfAge));
  });
});
