import { spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

// A process whose parent has not collected it still answers to signal 0.
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The command line of a running process, or an empty string. Tells ours from a stranger with a reused id. */
export function commandLineOf(pid: number): string {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

/** Asks a process to end with `signal`, and kills it after `graceMs`. Resolves once it is gone. */
export async function stopProcess(pid: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  signalProcess(pid, signal);
  const deadline = Date.now() + graceMs;
  while (isAlive(pid) && Date.now() < deadline) await pause(20);
  if (isAlive(pid)) signalProcess(pid, 'SIGKILL');
  while (isAlive(pid)) await pause(20);
}

/** The id in the first line of a pid file, if that process runs. */
export function runningPid(pidFile: string): number | undefined {
  if (!existsSync(pidFile)) return undefined;
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  return Number.isInteger(pid) && pid > 1 && isAlive(pid) ? pid : undefined;
}

/** The end of a log file, for an error message. */
export function lastLines(file: string, count = 8): string {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}

export interface DetachedProcess {
  readonly pid: number;
  readonly hasEnded: () => boolean;
  /** Resolves when it has ended, whoever ended it. */
  readonly exited: Promise<void>;
}

/** Starts a program in a session of its own, with its output in a file. Throws when it cannot be started. */
export function spawnDetached(
  file: string,
  args: readonly string[],
  { logFile, ...options }: SpawnOptions & { logFile: string },
): DetachedProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(file, [...args], { ...options, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      ended = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} could not be started.`);
  child.unref();
  return { pid, exited, hasEnded: () => ended };
}
