import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ManagedProcess, StackOptions } from '@desk/tool-start';

const TIMEOUT_MS = 10_000;
const POLL_MS = 10;

const folderOf = (stateDir: string): string => join(stateDir, 'answers');
const fileOf = (folder: string, pid: number): string => join(folder, String(pid));

/**
 * Returns the stack options with which each service first runs a program of ours, and can be asked.
 * @param program calls `answerWith`
 */
export function askableOptions(stateDir: string, program: URL): Pick<StackOptions, 'nodeArgs' | 'extraEnv'> {
  mkdirSync(folderOf(stateDir), { recursive: true });
  return {
    nodeArgs: ['--import', program.href],
    extraEnv: (name) => ({ BENCH_ANSWERS: folderOf(stateDir), BENCH_SERVICE: name }),
  };
}

/** Within a service: answers each SIGUSR2 of the bench. */
export function answerWith(answer: () => string | Uint8Array | Promise<string | Uint8Array>): void {
  const file = fileOf(process.env.BENCH_ANSWERS ?? '', process.pid);
  process.on('SIGUSR2', () => {
    void (async () => {
      writeFileSync(`${file}.new`, await answer());
      renameSync(`${file}.new`, file);
    })();
  });
}

/** Asks a service and returns what it answers. */
export async function ask({ name, pid }: ManagedProcess, stateDir: string): Promise<Buffer> {
  if (pid === undefined) throw new Error(`${name} is not running, so it cannot be asked`);
  const file = fileOf(folderOf(stateDir), pid);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const deadline = Date.now() + TIMEOUT_MS;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error(`${name} did not answer`);
    await pause(POLL_MS);
  }
  return readFileSync(file);
}
