import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStateFolder } from '@desk/embedded-servers';

/** Creates a state folder for a system that lives for one run. The caller removes it. */
export function createTemporaryStateDir(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `desk-${purpose}-`));
  makeStateFolder(folder);
  return folder;
}
