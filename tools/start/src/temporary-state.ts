import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for the data of a system that lives for one run; whoever makes it removes it. */
export function temporaryStateDir(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `desk-${purpose}-`));
  // PostgreSQL, which root runs as another user, has to reach its data in there.
  chmodSync(folder, 0o711);
  return folder;
}
