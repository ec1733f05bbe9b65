/** Replaces one exact text in one built file. */
export interface Edit {
  /** Path from the root of the project. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
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
