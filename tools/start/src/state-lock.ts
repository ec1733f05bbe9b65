import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStateFolder, isAlive, PRIVATE_FILE, readCommandLine } from '@desk/embedded-servers';

interface LockHolder {
  pid: number;
  /** Process ids are reused, so the command line identifies the process. */
  command: string;
}

const MAX_ATTEMPTS = 5;

function readHolder(file: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}

/**
 * Locks the state folder, because only one system may run in it. Returns a function that releases the lock.
 * @throws if another process holds the lock; the lock of a process that has ended is ignored
 */
export function lockStateDir(stateDir: string): () => void {
  createStateFolder(stateDir);
  const file = join(stateDir, 'lock');
  const self: LockHolder = { pid: process.pid, command: readCommandLine(process.pid) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(self), { ...PRIVATE_FILE, flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === MAX_ATTEMPTS) throw error;
    }
    const holder = readHolder(file);
    if (holder && isAlive(holder.pid) && readCommandLine(holder.pid) === holder.command) {
      throw new Error(`The system is already running in this folder (process ${holder.pid}). Stop it first.`);
    }
    rmSync(file, { force: true });
  }
  return () => {
    if (existsSync(file) && readHolder(file)?.pid === process.pid) rmSync(file);
  };
}
