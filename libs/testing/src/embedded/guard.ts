import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

let input: Socket | undefined;

// One guard for each process of ours; it learns of our end by the closing of this pipe.
function guard(): Socket {
  if (input) return input;
  const file = import.meta.url.endsWith('.ts') ? './guard-process.ts' : './guard-process.js';
  const { NODE_OPTIONS: _ignored, ...env } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env,
  });
  child.unref();
  input = child.stdin as Socket;
  input.unref();
  input.on('error', () => (input = undefined));
  return input;
}

const tell = (order: object): void => void guard().write(`${JSON.stringify(order)}\n`);

/**
 * Stops `pid` with `signal` should this process end without doing so; those of a higher rank before those of a
 * lower one. Call the result once it has ended.
 */
export function guardProcess(pid: number, signal: NodeJS.Signals = 'SIGTERM', rank = 0): () => void {
  tell({ add: { pid, signal, rank } });
  return () => {
    tell({ remove: pid });
  };
}

/** Removes `folder` when this process has ended, unless the result is called before. */
export function guardFolder(folder: string): () => void {
  tell({ folder });
  return () => {
    tell({ keep: folder });
  };
}

/** Removes the containers with this label (`name=value`), if there still are any when this process has ended. */
export function guardContainers(label: string): void {
  tell({ label });
}
