import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine, isAlive } from '@desk/embedded-servers';

interface Holder {
  pid: number;
  /** Tells the holder from a stranger that got its process id later. */
  command: string;
}

function read(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** One system for each state folder: throws when another process runs one there. Call the result to let go. */
export function lockState(stateDir: string): () => void {
  mkdirSync(stateDir, { recursive: true });
  const file = join(stateDir, 'lock');
  const mine: Holder = { pid: process.pid, command: readCommandLine(process.pid) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 5) throw error;
    }
    const holder = read(file);
    if (holder && isAlive(holder.pid) && readCommandLine(holder.pid) === holder.command) {
      throw new Error(`It is running already in this folder (process ${holder.pid}). Stop that one first.`);
    }
    rmSync(file, { force: true });
  }
  return () => {
    if (existsSync(file) && read(file)?.pid === process.pid) rmSync(file);
  };
}
