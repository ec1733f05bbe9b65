import { type Reading, refuse } from './reading.js';

/**
 * Characters that show nothing by themselves: format characters (zero-width spaces, soft hyphens, the directions that
 * phones wrap around copied numbers), variation selectors, fillers, and the blank Braille pattern. Unicode 16, UAX #44.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/**
 * Characters that no person types: control characters other than white space, U+FFFD from a wrong decoding, private
 * use, noncharacters.
 */
const MEANINGLESS = /[\p{Co}\p{Noncharacter_Code_Point}\uFFFD]|(?![\s\x85])\p{Cc}/u;
const ALL_MEANINGLESS = new RegExp(MEANINGLESS, 'gu');
const ONLY_PRINTABLE_ASCII = /^[\x20-\x7E]*$/;
const SPACES = /[\s\x85]+/g;
const SPACES_BUT_LINE_BREAKS = /[^\S\n]+/g;
const LINE_BREAK = /\r\n|[\r\x85\u2028\u2029\v\f]/g;
/** One letter may carry a few marks. A stack of them hides the lines around it. */
const STACKED_MARKS = /\p{M}{5}/u;

export const NOT_ALLOWED = 'Contains a character that is not allowed';

/** Returns the text in one form: NFC without invisible characters. Refuses unpaired surrogates and stacked marks. */
export function readCharacters(text: string): Reading {
  if (ONLY_PRINTABLE_ASCII.test(text)) return text;
  if (!text.isWellFormed()) return refuse('Contains characters that are not valid Unicode');
  const visible = text.replace(INVISIBLE, '').normalize('NFC');
  return STACKED_MARKS.test(visible) ? refuse(NOT_ALLOWED) : visible;
}

/** Refuses a text with meaningless characters. */
export const refuseMeaningless = (text: string): Reading =>
  MEANINGLESS.test(text) ? refuse(NOT_ALLOWED) : text;

/** Replaces meaningless characters, which people paste from documents without seeing them. */
export const withoutMeaningless = (text: string, replacement: string): string =>
  text.replaceAll(ALL_MEANINGLESS, replacement).normalize('NFC');

/** One line: every run of white space, line breaks included, is one space. Blank text is empty. */
export const toLine = (text: string): string => text.replace(SPACES, ' ').trim();

/** Several lines: line breaks stay, as `\n`. */
export const toLines = (text: string): string =>
  text.replace(LINE_BREAK, '\n').replace(SPACES_BUT_LINE_BREAKS, ' ').trim();
