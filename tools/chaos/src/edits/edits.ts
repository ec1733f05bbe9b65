import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Replaces one exact text in one built file. */
export interface Edit {
  /** Path from the root of the project. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Changes to the built services that are applied together while they load. */
export interface EditSet {
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** The file that a process creates once it has applied an edit. */
const fileOf = (chaosDir: string, setName: string, index: number): string =>
  join(chaosDir, `${setName}.applied.${index}`);

/** Returns all edits, each with a function that reports it as applied. */
export const toReportedEdits = (editSets: readonly EditSet[], chaosDir: string) =>
  editSets.flatMap(({ name, edits }) =>
    edits.map((edit, index) => ({ edit, report: () => writeFileSync(fileOf(chaosDir, name, index), '') })),
  );

/** @throws Error if no process has loaded a file that is to be edited: the run would prove nothing */
export function assertApplied({ name, edits }: EditSet, chaosDir: string): void {
  for (const [index, { file }] of edits.entries())
    if (!existsSync(fileOf(chaosDir, name, index)))
      throw new Error(`the edits ${name} were not applied: no process loaded ${file}`);
}

/** @throws Error unless the text occurs exactly once: a mutant that was not really built in proves nothing */
export function applyEdit(source: string, { file, find, replace }: Edit): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = after === undefined ? 0 : more.length + 1;
    throw new Error(`the text to replace occurs ${count} times in ${file}, not once: ${find}`);
  }
  return `${before}${replace}${after}`;
}
