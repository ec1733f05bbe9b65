import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine, isAlive, stopProcess } from '@desk/embedded-servers';

interface Recorded {
  pid: number;
  /** Tells our process from a stranger that got its id later. */
  command: string;
}

const folderOf = (stateDir: string): string => join(stateDir, 'run');

/** Writes down that this process runs, for the case that the launcher is killed before it can stop it. */
export function recordRun(stateDir: string, name: string, pid: number): void {
  mkdirSync(folderOf(stateDir), { recursive: true });
  const recorded: Recorded = { pid, command: readCommandLine(pid) };
  writeFileSync(join(folderOf(stateDir), `${name}.json`), JSON.stringify(recorded));
}

/** Stops what a run that was killed left behind. */
export async function stopOrphanedProcesses(stateDir: string): Promise<void> {
  const folder = folderOf(stateDir);
  if (!existsSync(folder)) return;
  await Promise.all(
    readdirSync(folder).map(async (file) => {
      const { pid, command } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded;
      if (command && isAlive(pid) && readCommandLine(pid) === command)
        await stopProcess(pid, 'SIGTERM', 5_000);
    }),
  );
  rmSync(folder, { recursive: true, force: true });
}
