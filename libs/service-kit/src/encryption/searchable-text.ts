/** Searchable text of one row: words between blanks, such as ` ann lee ann@example.com 12125550123 ny `. */
export interface SearchableText {
  /** Beginning of `text` that can be searched alone: ` ann lee `. */
  readonly name: string;
  readonly text: string;
}

/** Longer texts are composed, so that they fit into an index entry: decomposed Korean takes three times the space. */
const MAX_DECOMPOSED_BYTES = 1_200;

/** Spellings of one sign: the folded one first, then the usual ones. Others are in texts that earlier releases stored. */
export const FOLDED_SIGNS = ["'’‘ʼ`ʻ´′＇", '-‐‑–‒—−－'] as const;
const APOSTROPHES = new RegExp(`[${FOLDED_SIGNS[0]}]`, 'g');
const HYPHENS = new RegExp(`[${FOLDED_SIGNS[1].replace('-', '')}]`, 'g');

/** Removes accents and case, and the differences between apostrophes and between hyphens. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(HYPHENS, '-')
    .toLowerCase();

/** Splits a text into folded words. */
export const toWords = (text: string): string[] =>
  foldText(text)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean);

const betweenBlanks = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('') + ' ';

/** Formats a name and the other texts of a row for search. */
export function toSearchableText(name: string, others: readonly string[]): SearchableText {
  const words = toWords(name);
  const parts = { name: betweenBlanks(words), text: betweenBlanks([...words, ...others.flatMap(toWords)]) };
  if (Buffer.byteLength(parts.text) <= MAX_DECOMPOSED_BYTES) return parts;
  return { name: parts.name.normalize('NFC'), text: parts.text.normalize('NFC') };
}
