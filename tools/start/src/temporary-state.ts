import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a state folder for a system that lives for one run. The caller removes it. */
export function createTemporaryStateDir(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `desk-${purpose}-`));
  // PostgreSQL may run as another user, who has to reach its data in this folder.
  chmodSync(folder, 0o711);
  return folder;
}
