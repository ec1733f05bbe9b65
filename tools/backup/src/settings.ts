import { join } from 'node:path';
import { type NamedKey, parseKeyList } from '@desk/service-kit';
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

type Launcher = typeof import('@desk/tool-start');

/**
 * Loads the launcher, only for a system that it started: the container image does not contain it.
 * @throws BackupError naming the setting that another system needs
 */
export async function loadLauncher(
  setting: string,
  importLauncher: () => Promise<Launcher> = () => import('@desk/tool-start'),
): Promise<Launcher> {
  try {
    return await importLauncher();
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("'@desk/tool-start'")) throw error;
    throw new BackupError(`${setting} is missing.`, { cause: error });
  }
}
