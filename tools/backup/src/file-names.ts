import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = /^annuity-desk-\d{8}T\d{6}Z\.backup$/;

/** Returns a name that sorts by time: `annuity-desk-20260131T235900Z.backup`. */
export const toFileName = (takenAt: string): string =>
  `annuity-desk-${takenAt.replaceAll(/[-:]|\.\d+/g, '')}.backup`;

/** Returns the backups among these names that are older than the `kept` newest ones. */
export const selectOutdated = (names: readonly string[], kept: number): string[] =>
  names
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .reverse()
    .slice(kept);

/** Deletes all but the newest backups. Touches no other file. Returns the names of those deleted. */
export async function deleteOutdated(folder: string, kept: number): Promise<string[]> {
  const outdated = selectOutdated(await readdir(folder), kept);
  for (const name of outdated) await rm(join(folder, name));
  return outdated;
}
