/** Texts that programs and templates print for a missing value. */
const MACHINE_WORDS: ReadonlySet<string> = new Set(['undefined', 'null', 'nan', '[object object]']);
/** The same, and texts that people and spreadsheets write for a missing value. */
const WORDS: ReadonlySet<string> = new Set([
  ...MACHINE_WORDS,
  ...['nil', 'none', 'n/a', 'n.a.', 'not applicable', 'not provided', 'not set', 'unknown', 'tbd'],
]);
/** Placeholders that are also names of people when capitalized: Jennifer Null, Nan Goldin. */
const NAMES_LIKE_WORDS: ReadonlySet<string> = new Set(['Null', 'Nan', 'Nil']);

/** Fields of mail merges and form builders: `{{name}}`, `${name}`, `{name}`, `<%= name %>`, `*|NAME|*`. */
const MERGE_FIELD = String.raw`\$?\{\{?[^{}]{0,100}\}?\}|<%[^%]{0,100}%>|\*\|[^|]{0,100}\|\*`;
const MERGE_FIELDS_ONLY = new RegExp(`^(?:(?:${MERGE_FIELD}) ?)+$`);
const HAS_MERGE_FIELD = new RegExp(String.raw`\{\{|\}\}|\$\{|<%|%>|\*\||\[object object\]`, 'i');
/** `[name]`, `%name%`, `<name>`. People write brackets and percent signs too, so these count only as the whole text. */
const BRACKETED_ONLY = /^(?:\[[^[\]]{0,100}\]|%[^%]{0,100}%|<[^<>@]{0,100}>)$/;
const DASHES_ONLY = /^[-–—_.*?/\\|#~]+$/;

/** Whether the whole text is a placeholder that a program did not fill in. */
export const isMachinePlaceholder = (text: string): boolean =>
  MACHINE_WORDS.has(text.toLowerCase()) || MERGE_FIELDS_ONLY.test(text);

/** Whether the whole text means "no value": left by a template, or written by a person. */
export const isPlaceholder = (text: string): boolean =>
  WORDS.has(text.toLowerCase()) ||
  MERGE_FIELDS_ONLY.test(text) ||
  BRACKETED_ONLY.test(text) ||
  DASHES_ONLY.test(text);

/** The same for a person's name, or for one word of it. */
export const isPlaceholderName = (text: string): boolean =>
  !NAMES_LIKE_WORDS.has(text) && isPlaceholder(text);

/** Whether a part of a text was left by a template. */
export const hasMergeField = (text: string): boolean => HAS_MERGE_FIELD.test(text);
