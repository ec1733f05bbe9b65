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

/** Whom PostgreSQL runs as; `undefined` means: as ourselves. */
export type RunAs = { uid: number; gid: number } | undefined;

// Where root keeps what the other user cannot reach, as below a home folder closed to others.
const sharedFolder = '/var/lib/annuity-desk';

function lookUp(name: string): RunAs {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** PostgreSQL refuses to run as root, so root lends it the user `postgres`, else `nobody`. */
export function postgresUser(): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  const existing = lookUp('postgres');
  if (existing) return existing;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' });
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and this machine has no other user to lend it.');
  return user;
}

function canReach(folder: string, user: NonNullable<RunAs>): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
}

/** The folder of the programs, as it is or as a copy where `user` may run them. */
export function reachablePrograms(nativeFolder: string, version: string, user: RunAs): string {
  if (!user || canReach(join(nativeFolder, 'bin'), user)) return nativeFolder;
  const copy = join(sharedFolder, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  cpSync(nativeFolder, unfinished, { recursive: true, verbatimSymlinks: true });
  chmodSync(unfinished, 0o755);
  try {
    renameSync(unfinished, copy);
  } catch {
    // Another start of ours was first.
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/** Makes the data folder for `user`; where it cannot be reached it becomes a link to one that can. */
export function reachableDataFolder(dataDir: string, user: RunAs): string {
  const wanted = resolve(dataDir);
  const isLink = lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink && existsSync(wanted)) return realpathSync(wanted);
  if (isLink) rmSync(wanted);
  mkdirSync(dirname(wanted), { recursive: true });
  if (!user || canReach(dirname(wanted), user)) {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    if (user) chownSync(wanted, user.uid, user.gid);
    return wanted;
  }
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const folder = join(sharedFolder, `data-${name}`);
  // The link is gone, so its owner has thrown the old data away.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(sharedFolder, 0o755);
  chownSync(folder, user.uid, user.gid);
  symlinkSync(folder, wanted);
  return folder;
}
