import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createPrivateFolder,
  isAlive,
  PRIVATE_FILE,
  readCommandLine,
  stopProcess,
} from '@desk/embedded-servers';

/** Process ids are reused, so the command line identifies a process. */
interface ProcessIdentity {
  pid: number;
  command: string;
}

export const identify = (pid: number): ProcessIdentity => ({ pid, command: readCommandLine(pid) });

export const isRunning = ({ pid, command }: ProcessIdentity): boolean =>
  command !== '' && isAlive(pid) && readCommandLine(pid) === command;

const GRACE_MS = 5_000;

/** Returns undefined if the file is missing or incomplete. */
export function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

const recordsDir = (stateDir: string): string => join(stateDir, 'run');

/** Records a started process, so that the next start can stop it if this one is killed. */
export function recordProcess(stateDir: string, name: string, pid: number): void {
  createPrivateFolder(recordsDir(stateDir));
  writeFileSync(join(recordsDir(stateDir), `${name}.json`), JSON.stringify(identify(pid)), PRIVATE_FILE);
}

/** Stops the recorded processes that a killed launcher left running. */
export async function stopOrphanedProcesses(stateDir: string): Promise<void> {
  const folder = recordsDir(stateDir);
  if (!existsSync(folder)) return;
  await Promise.all(
    readdirSync(folder).map(async (file) => {
      const recorded = readIdentity(join(folder, file));
      if (recorded && isRunning(recorded)) await stopProcess(recorded.pid, 'SIGTERM', GRACE_MS);
    }),
  );
  rmSync(folder, { recursive: true, force: true });
}
