import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStateFolder, PRIVATE_FILE } from '@desk/embedded-servers';
import { identify, isRunning, readIdentity } from './process-records.js';

const MAX_ATTEMPTS = 5;

/**
 * Locks the state folder, because only one system may run in it. Returns a function that releases the lock.
 * @throws if another process holds the lock; the lock of a process that has ended is ignored
 */
export function lockStateDir(stateDir: string): () => void {
  createStateFolder(stateDir);
  const file = join(stateDir, 'lock');
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(identify(process.pid)), { ...PRIVATE_FILE, flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === MAX_ATTEMPTS) throw error;
    }
    const holder = readIdentity(file);
    if (holder && isRunning(holder)) {
      throw new Error(`The system is already running in this folder (process ${holder.pid}). Stop it first.`);
    }
    rmSync(file, { force: true });
  }
  return () => {
    if (existsSync(file) && readIdentity(file)?.pid === process.pid) rmSync(file);
  };
}
