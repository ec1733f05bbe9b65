import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EditSet } from './edit-set.js';

/** The file that a process writes when it has applied an edit. */
export const appliedFile = (setName: string, index: number): string => `${setName}.applied.${index}`;

/** @throws Error if no process has loaded a file that is to be edited: the run would prove nothing */
export function assertApplied({ name, edits }: EditSet, chaosDir: string): void {
  for (const [index, { file }] of edits.entries())
    if (!existsSync(join(chaosDir, appliedFile(name, index))))
      throw new Error(`the edits ${name} were not applied: no process loaded ${file}`);
}
