import { escapeLike, FOLDED_SIGNS, toWords } from '@desk/service-kit';
import { codesByStateName, MAX_WORDS_IN_STATE_NAME, stateCodes } from './state-names.js';

/**
 * Alternative texts, one of which a match contains. Leads are searched as `toLeadText` formats them, and the database's
 * `search_text` those of earlier releases: ` ann lee ann@example.com 12125550123 ny `, with every word between blanks.
 */
export type SearchTerm = readonly string[];

const PHONE_CHARACTERS = /^[\d()+./-]+$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** The index finds shorter texts only at the beginning of words. */
const THREE_LETTERS_OR_DIGITS = /[\p{L}\p{N}]{3}/u;

/** Matches anywhere in a word, or only at its beginning if matching anywhere would scan every lead. */
const toPattern = (text: string): string => (THREE_LETTERS_OR_DIGITS.test(text) ? text : ` ${text}`);

/** Of each sign, with the folded one. */
const USUAL_SIGNS = 5;

/**
 * The spellings of a folded text: with its own signs, and with each kind of apostrophe and hyphen that people type, as
 * earlier releases stored them.
 */
const toSpellings = (text: string): SearchTerm =>
  FOLDED_SIGNS.reduce<readonly string[]>(
    (spellings, signs) => {
      const [folded = '', ...others] = Array.from(signs).slice(0, USUAL_SIGNS);
      const isUsed = text.includes(folded);
      return isUsed
        ? [...spellings, ...others.flatMap((sign) => spellings.map((one) => one.replaceAll(folded, sign)))]
        : spellings;
    },
    [text],
  );

interface ParsedTerm {
  readonly term: SearchTerm;
  readonly wordCount: number;
}

/** Parses adjacent digits as one phone number. One or two digits are its beginning, with or without the country code. */
function parsePhoneNumber(words: readonly string[], at: number): ParsedTerm | undefined {
  const end = words.findIndex((word, index) => index >= at && !PHONE_CHARACTERS.test(word));
  const parts = words.slice(at, end === -1 ? undefined : end);
  const digits = parts.join('').replaceAll(/\D/g, '');
  if (digits === '') return undefined;
  const beginning = digits.startsWith('1') ? ` ${digits}` : ` 1${digits}`;
  return { term: [digits.length < 3 ? beginning : digits], wordCount: parts.length };
}

/** Parses the longest state name at this position. */
function parseStateName(words: readonly string[], at: number): ParsedTerm | undefined {
  for (let wordCount = MAX_WORDS_IN_STATE_NAME; wordCount > 0; wordCount -= 1) {
    const name = words.slice(at, at + wordCount).join(' ');
    const code = codesByStateName.get(name);
    if (code !== undefined) return { term: [` ${code} `, name], wordCount };
  }
  return undefined;
}

const parseWord = (words: readonly string[], at: number): ParsedTerm => {
  const word = words[at] ?? '';
  return { term: stateCodes.has(word) ? [` ${word} `] : toSpellings(toPattern(word)), wordCount: 1 };
};

/**
 * Parses the text of a search box into terms, all of which must match. Adjacent digits are one phone number in any
 * format. A state code matches that state or a whole word of a name; a state's name matches that state or part of a name.
 */
export function parseSearch(search: string | null): SearchTerm[] {
  const words = toWords(search ?? '').filter((word) => LETTER_OR_DIGIT.test(word));
  const terms = new Map<string, SearchTerm>();
  for (let at = 0; at < words.length;) {
    const { term, wordCount } =
      parsePhoneNumber(words, at) ?? parseStateName(words, at) ?? parseWord(words, at);
    terms.set(term.join('\n'), term);
    at += wordCount;
  }
  return [...terms.values()];
}

/** Parses a text that names must contain literally. Returns undefined if it has no letter or digit. */
export function parseNameSearch(text: string): SearchTerm | undefined {
  const words = toWords(text).join(' ');
  return LETTER_OR_DIGIT.test(words) ? toSpellings(toPattern(words)) : undefined;
}

export const matchesTerms = (terms: readonly SearchTerm[], text: string): boolean =>
  terms.every((term) => term.some((alternative) => text.includes(alternative)));

/** Returns a condition that is true if all terms match the text column. Appends the patterns to `parameters`. */
export const matchesText = (column: string, terms: readonly SearchTerm[], parameters: unknown[]): string =>
  combineTerms(terms, (text) => `${column} LIKE $${parameters.push(`%${escapeLike(text)}%`)}`);

/**
 * Returns a condition that is true for every row whose tokens contain those of all terms. Rows that have all pieces of
 * a term scattered about are among them. Appends the tokens to `parameters`.
 */
export const matchesTokens = (
  column: string,
  terms: readonly SearchTerm[],
  toTokens: (pattern: string) => readonly number[],
  parameters: unknown[],
): string => combineTerms(terms, (text) => `${column} @> $${parameters.push(toTokens(text))}::int[]`);

/** Like `matchesText`, for a column that stores a readable text as bytes. */
export const matchesBytes = (column: string, terms: readonly SearchTerm[], parameters: unknown[]): string =>
  combineTerms(terms, (text) => `position($${parameters.push(Buffer.from(text))}::bytea IN ${column}) > 0`);

/** Like `matchesTokens`, for a column of encrypted texts: its rows have the bits of all terms in their signature. */
export const matchesBits = (
  column: string,
  terms: readonly SearchTerm[],
  toBits: (pattern: string) => readonly number[],
): string =>
  combineTerms(
    terms,
    (text) =>
      `(${
        toBits(text)
          .map((bit) => `get_bit(${column}, ${bit}) = 1`)
          .join(' AND ') || 'true'
      })`,
  );

const combineTerms = (terms: readonly SearchTerm[], matches: (text: string) => string): string =>
  terms.map((term) => `(${term.map(matches).join(' OR ')})`).join(' AND ') || 'true';
