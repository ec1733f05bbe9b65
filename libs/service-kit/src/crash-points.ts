import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = process.env['NODE_ENV'] === 'production' ? undefined : process.env['CHAOS_DIR'];

/**
 * Kills this process if `CHAOS_DIR` contains a file of this name, so that `tools/chaos` can test crashes at exact
 * places. If the file contains `SIGSTOP`, freezes the process instead and leaves its id in the file. The file is renamed
 * first: one file, one signal. Does nothing without `CHAOS_DIR` or in production.
 */
export function crashPoint(name: string): void {
  if (directory === undefined) return;
  const armed = join(directory, name);
  if (!existsSync(armed)) return;
  try {
    renameSync(armed, `${armed}.hit`);
  } catch {
    return; // another process was faster
  }
  const isFreeze = readFileSync(`${armed}.hit`, 'utf8') === 'SIGSTOP';
  if (isFreeze) writeFileSync(`${armed}.hit`, String(process.pid));
  process.kill(process.pid, isFreeze ? 'SIGSTOP' : 'SIGKILL');
}
