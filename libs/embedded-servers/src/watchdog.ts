import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { WatchdogMessage } from './watchdog-process.js';

let watchdogInput: Socket | undefined;

/** Starts one watchdog for this process. It notices our end because its input pipe closes. */
function getWatchdogInput(): Socket {
  if (watchdogInput) return watchdogInput;
  const file = import.meta.url.endsWith('.ts') ? './watchdog-process.ts' : './watchdog-process.js';
  const { NODE_OPTIONS: _ignored, ...env } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env,
  });
  child.unref();
  const input = child.stdin as Socket;
  watchdogInput = input;
  input.unref();
  input.on('error', () => (watchdogInput = undefined));
  return input;
}

const send = (message: WatchdogMessage): void =>
  void getWatchdogInput().write(`${JSON.stringify(message)}\n`);

/**
 * Stops `pid` with `signal` if this process ends without doing so, higher priorities first. Call the returned
 * function once the process has ended.
 */
export function stopProcessOnExit(pid: number, signal: NodeJS.Signals, stopPriority = 0): () => void {
  send({ addProcess: { pid, signal, stopPriority } });
  return () => {
    send({ removeProcess: pid });
  };
}

/** Removes `folder` once this process has ended, unless the returned function was called before. */
export function removeFolderOnExit(folder: string): () => void {
  send({ addFolder: folder });
  return () => {
    send({ removeFolder: folder });
  };
}

/** Removes the containers with this label (`name=value`) that are left once this process has ended. */
export function removeContainersOnExit(label: string): void {
  send({ addContainerLabel: label });
}
