/** One exact text in one built file, and what stands there instead. */
export interface Edit {
  /** From the root of the project, as built. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Throws when the text is not there exactly once: a bug that is not really planted proves nothing. */
export function applyEdit(source: string, { file, find, replace }: Edit): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `the text to be replaced stands ${after === undefined ? 0 : more.length + 1} times in ${file}, not once: ${find}`,
    );
  return `${before}${replace}${after}`;
}
