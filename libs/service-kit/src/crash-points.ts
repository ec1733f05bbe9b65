import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const directory = process.env['NODE_ENV'] === 'production' ? undefined : process.env['CHAOS_DIR'];

/**
 * A named place where `tools/chaos` may kill this process: it does so when a file of that name lies in
 * `CHAOS_DIR`. The file is taken away first, so one file is one kill. Without `CHAOS_DIR`, and always in
 * production, it does nothing.
 */
export function crashPoint(name: string): void {
  if (directory === undefined) return;
  const armed = join(directory, name);
  if (!existsSync(armed)) return;
  try {
    renameSync(armed, `${armed}.hit`);
  } catch {
    return; // another process took it
  }
  process.kill(process.pid, 'SIGKILL');
}
