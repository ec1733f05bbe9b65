import { spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { closeSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openPrivateLog } from './private-files.js';

const STOP_POLL_MS = 20;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A process that its parent has not collected yet still accepts signal 0. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the command line of a running process, or an empty string. Identifies a process, because ids are reused. */
export function readCommandLine(pid: number): string {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended in the meantime.
  }
}

/** Sends `signal`, then SIGKILL after `graceMs`. Resolves once the process has ended. */
export async function stopProcess(pid: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  signalProcess(pid, signal);
  const deadline = Date.now() + graceMs;
  while (isAlive(pid) && Date.now() < deadline) await pause(STOP_POLL_MS);
  if (isAlive(pid)) signalProcess(pid, 'SIGKILL');
  while (isAlive(pid)) await pause(STOP_POLL_MS);
}

/** Returns the process id in the first line of a pid file, if that process is running. */
export function readRunningPid(pidFile: string): number | undefined {
  if (!existsSync(pidFile)) return undefined;
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  return Number.isInteger(pid) && pid > 1 && isAlive(pid) ? pid : undefined;
}

/** Returns the end of a log file, for an error message. */
export function readLastLines(file: string, count = 8): string {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}

interface DetachedProcess {
  readonly pid: number;
  readonly hasEnded: () => boolean;
  /** Resolves when the process has ended for any reason. */
  readonly exited: Promise<void>;
}

/**
 * Starts a program in its own session, so that Ctrl-C in the terminal does not reach it. Its output goes to a file.
 * @throws if the program cannot be started
 */
export function spawnDetached(
  file: string,
  args: readonly string[],
  { logFile, ...options }: SpawnOptions & { logFile: string },
): DetachedProcess {
  const log = openPrivateLog(logFile);
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
