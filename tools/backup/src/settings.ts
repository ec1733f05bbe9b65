import { join } from 'node:path';
import { allRoles, type NamedKey, parseKeyList } from '@desk/service-kit';
import { object, string } from 'yup';
import { BackupError } from './backup-error.js';

type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_KEPT = 35;

/** @throws BackupError if there is no key */
export function readBackupKeys({ BACKUP_KEYS: text }: Env): readonly [NamedKey, ...NamedKey[]] {
  if (!text)
    throw new BackupError(
      'BACKUP_KEYS is missing. `npm run keys -- generate b1` prints a key; keep it apart from the backups.',
    );
  try {
    return parseKeyList(text, 'BACKUP_KEYS');
  } catch (cause) {
    throw new BackupError((cause as Error).message, { cause });
  }
}

/** @throws BackupError if the number is not at least 1 */
export function readKept(option: string | undefined, { BACKUP_KEEP }: Env): number {
  const kept = Number(option ?? (BACKUP_KEEP || DEFAULT_KEPT));
  if (!Number.isInteger(kept) || kept < 1)
    throw new BackupError('The number of backups to keep must be at least 1.');
  return kept;
}

export const readFolder = (option: string | undefined, { BACKUP_DIR }: Env, stateDir: string): string =>
  option ?? (BACKUP_DIR || join(stateDir, 'backups'));

export type Passwords = Readonly<Record<string, string>>;

const passwordsSchema = object(Object.fromEntries(allRoles.map((role) => [role, string().required()])));

/**
 * Reads DATABASE_PASSWORDS, a JSON object from role to password, as the migrations take it.
 * @throws BackupError that names no password
 */
export function readPasswords(text: string): Passwords {
  try {
    return passwordsSchema.validateSync(JSON.parse(text));
  } catch {
    throw new BackupError(
      `DATABASE_PASSWORDS must be a JSON object with the password of each role: ${allRoles.join(', ')}.`,
    );
  }
}
