import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const FILE_NAME = /^annuity-desk-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/;
const UNFINISHED_SUFFIX = '.unfinished';
const DAY_MS = 86_400_000;
/** Longer than a backup takes, so that none in progress is deleted. */
const UNFINISHED_MAX_AGE_MS = DAY_MS;
/** Erased data must be gone from all backups after this time (ADR 28). */
const MAX_AGE_DAYS = 35;
/** The newest backups stay, however old they are: there may be no others. */
const ALWAYS_KEPT = 3;

/** Returns a name that sorts by time: `annuity-desk-20260131T235900Z.backup`. */
export const toFileName = (takenAt: string): string =>
  `annuity-desk-${takenAt.replaceAll(/[-:]|\.\d+/g, '')}.backup`;

/** Returns the name of a backup while it is written. */
export const toUnfinishedName = (name: string): string => `${name}${UNFINISHED_SUFFIX}`;

const toTime = (name: string): number => Date.parse(name.replace(FILE_NAME, '$1-$2-$3T$4:$5:$6Z'));

/**
 * Returns the backups among these names that are no longer kept: all but the `kept` newest ones, and those that are too old.
 * The age matters when backups fail, because no newer ones push the older ones out.
 */
export function selectOutdated(names: readonly string[], kept: number, now: number): string[] {
  const maxAgeMs = Math.max(kept, MAX_AGE_DAYS) * DAY_MS;
  const isOutdated = (name: string, newerOnes: number): boolean =>
    newerOnes >= kept || (newerOnes >= ALWAYS_KEPT && now - toTime(name) > maxAgeMs);
  return names
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .reverse()
    .filter(isOutdated);
}

/** Returns the files that an interrupted backup left behind. */
async function listAbandoned(folder: string, names: readonly string[], now: number): Promise<string[]> {
  const unfinished = names.filter(
    (name) => name.endsWith(UNFINISHED_SUFFIX) && FILE_NAME.test(name.slice(0, -UNFINISHED_SUFFIX.length)),
  );
  const abandoned: string[] = [];
  for (const name of unfinished) {
    // A backup in progress may have renamed it.
    const changedAt = await stat(join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (now - changedAt > UNFINISHED_MAX_AGE_MS) abandoned.push(name);
  }
  return abandoned;
}

/**
 * Deletes backups that are no longer kept and what interrupted backups left behind. Touches no other file. Returns the
 * names of those deleted.
 */
export async function deleteOutdated(folder: string, kept: number, now = Date.now()): Promise<string[]> {
  const names = await readdir(folder);
  const outdated = [...selectOutdated(names, kept, now), ...(await listAbandoned(folder, names, now))];
  // Another backup may delete them at the same time.
  for (const name of outdated) await rm(join(folder, name), { force: true });
  return outdated;
}
