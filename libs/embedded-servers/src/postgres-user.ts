import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The user that PostgreSQL runs as. `undefined` is the current user. */
export type RunAs = { uid: number; gid: number } | undefined;

/** Holds the programs and data that the other user cannot reach elsewhere, such as below a private home folder. */
const SHARED_FOLDER = '/var/lib/annuity-desk';

function findUser(name: string): RunAs {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** PostgreSQL refuses to run as root. If we are root, returns the user `postgres`, created if missing, or `nobody`. */
export function findPostgresUser(): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  const existing = findUser('postgres');
  if (existing) return existing;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  const user = findUser('postgres') ?? findUser('nobody');
  if (!user) throw new Error('PostgreSQL does not run as root, and this machine has no other user for it.');
  return user;
}

function canReach(folder: string, user: NonNullable<RunAs>): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
}

/** Returns a folder from which `user` can run the programs: `nativeFolder` itself, else a copy of it. */
export function prepareProgramFolder(nativeFolder: string, version: string, user: RunAs): string {
  if (!user || canReach(join(nativeFolder, 'bin'), user)) return nativeFolder;
  const copy = join(SHARED_FOLDER, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 });
  cpSync(nativeFolder, unfinished, { recursive: true, verbatimSymlinks: true });
  chmodSync(unfinished, 0o755);
  try {
    renameSync(unfinished, copy);
  } catch {
    // Another process copied it first.
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/** Creates and returns the data folder: `dataDir`, or else one `user` can reach, with `dataDir` as a link to it. */
export function prepareDataFolder(dataDir: string, user: RunAs): string {
  const path = resolve(dataDir);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink && existsSync(path)) return realpathSync(path);
  if (isLink) rmSync(path);
  mkdirSync(dirname(path), { recursive: true });
  if (!user || canReach(dirname(path), user)) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  }
  const name = createHash('sha256').update(path).digest('hex').slice(0, 12);
  const folder = join(SHARED_FOLDER, `data-${name}`);
  // A missing link means that the old data was deleted on purpose.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(SHARED_FOLDER, 0o755);
  chownSync(folder, user.uid, user.gid);
  symlinkSync(folder, path);
  return folder;
}
