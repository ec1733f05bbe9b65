import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Replaces one exact text in one built module or SQL file. */
export interface Edit {
  /** Path from the root of the project. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Edits that are applied together: to modules while they load, to SQL functions after the migrations. */
export interface EditSet {
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** The file whose existence shows that an edit was applied. */
const markerFileOf = (chaosDir: string, setName: string, index: number): string =>
  join(chaosDir, `${setName}.applied.${index}`);

/** Returns all edits, each with a function that reports it as applied. */
export const toReportedEdits = (editSets: readonly EditSet[], chaosDir: string) =>
  editSets.flatMap(({ name, edits }) =>
    edits.map((edit, index) => ({
      edit,
      report: () => writeFileSync(markerFileOf(chaosDir, name, index), ''),
    })),
  );

/** @throws Error if an edit was not applied: the run would prove nothing */
export function assertApplied({ name, edits }: EditSet, chaosDir: string): void {
  for (const [index, { file }] of edits.entries())
    if (!existsSync(markerFileOf(chaosDir, name, index)))
      throw new Error(`the edits ${name} were not applied to ${file}`);
}

/** @throws Error unless the text occurs exactly once: an edit that misses its place proves nothing */
export function applyEdit(source: string, { file, find, replace }: Edit): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = after === undefined ? 0 : more.length + 1;
    throw new Error(`the text to replace occurs ${count} times in ${file}, not once: ${find}`);
  }
  return `${before}${replace}${after}`;
}
