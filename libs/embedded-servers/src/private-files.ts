import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync } from 'node:fs';

// Data, logs and secrets of a system contain personal data, and other users of the machine must not read them.
const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;
/** As root, PostgreSQL runs as another user, who has to pass through the folders above its data but not list them. */
const STATE_FOLDER_MODE = process.getuid?.() === 0 ? 0o711 : PRIVATE_FOLDER_MODE;

/** Creates a folder that only the current user can enter. Removes others' rights from an existing one. */
export function createPrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  chmodSync(path, PRIVATE_FOLDER_MODE);
}

/**
 * Creates a folder for the data of a system, in which others can list nothing. Does not change a folder that exists: it
 * may be one that others use, such as /tmp.
 */
export function createStateFolder(path: string): void {
  const created = mkdirSync(path, { recursive: true, mode: STATE_FOLDER_MODE });
  if (created !== undefined) chmodSync(path, STATE_FOLDER_MODE);
}

/** Sets the rights of a state folder on a folder that `mkdtemp` created. */
export const makeStateFolder = (path: string): void => chmodSync(path, STATE_FOLDER_MODE);

/** Opens a log file for appending that only the current user can read. The caller closes it. */
export function openPrivateLog(path: string): number {
  const log = openSync(path, 'a', PRIVATE_FILE_MODE);
  // An existing log may be readable by others.
  fchmodSync(log, PRIVATE_FILE_MODE);
  return log;
}

/** Creates a private log file if it is missing, for writers that append by name. */
export function createPrivateLog(path: string): void {
  closeSync(openPrivateLog(path));
}

/** Options for `writeFile`: only the current user can read a newly created file. */
export const PRIVATE_FILE = { mode: PRIVATE_FILE_MODE } as const;
