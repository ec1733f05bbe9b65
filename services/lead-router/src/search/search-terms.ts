import { escapeLike } from '@desk/service-kit';
import { codeOfState, LONGEST_STATE_NAME, stateCodes } from './state-names.js';

/**
 * One thing looked for: pieces of text, any of which may stand in what is searched. That is what the database's
 * `search_text` makes of a lead: ` ann lee ann@example.com 12125550123 ny `, so every word stands between blanks.
 */
export type Term = readonly string[];

const NUMBER = /^[\d()+./-]+$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Less than that, and the index of trigrams knows only how words begin. */
const THREE_IN_A_ROW = /[\p{L}\p{N}]{3}/u;

/** As the database's `fold_text`: without accents, in lower case. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean);

/** Anywhere in the text, or, when that would take a look at every lead, where a word begins. */
const piece = (text: string): string => (THREE_IN_A_ROW.test(text) ? text : ` ${text}`);

/** A term, and how many words it takes up. */
interface Found {
  readonly term: Term;
  readonly length: number;
}

/** A phone number, or part of one. One or two digits are how it begins, with or without the country's 1. */
function numberAt(words: readonly string[], at: number): Found | undefined {
  const end = words.findIndex((word, index) => index >= at && !NUMBER.test(word));
  const parts = words.slice(at, end === -1 ? undefined : end);
  const digits = parts.join('').replaceAll(/\D/g, '');
  if (digits === '') return undefined;
  const beginning = digits.startsWith('1') ? ` ${digits}` : ` 1${digits}`;
  return { term: [digits.length < 3 ? beginning : digits], length: parts.length };
}

/** The longest name of a state that stands here. */
function stateNameAt(words: readonly string[], at: number): Found | undefined {
  for (let length = LONGEST_STATE_NAME; length > 0; length -= 1) {
    const name = words.slice(at, at + length).join(' ');
    const code = codeOfState.get(name);
    if (code !== undefined) return { term: [` ${code} `, name], length };
  }
  return undefined;
}

const wordAt = (words: readonly string[], at: number): Found => {
  const word = words[at] ?? '';
  return { term: [stateCodes.has(word) ? ` ${word} ` : piece(word)], length: 1 };
};

/**
 * What a person typed into a search box, as terms that must all match. Digits side by side are one phone number, in
 * whatever form. Two letters of a state are that state, or a whole word of a name; a state's name is that state, or
 * part of a name.
 */
export function searchTerms(search: string | null): Term[] {
  const words = wordsOf(search ?? '').filter((word) => LETTER_OR_DIGIT.test(word));
  const terms = new Map<string, Term>();
  for (let at = 0; at < words.length;) {
    const { term, length } = numberAt(words, at) ?? stateNameAt(words, at) ?? wordAt(words, at);
    terms.set(term.join('\n'), term);
    at += length;
  }
  return [...terms.values()];
}

/** Names that contain the text as it stands; undefined when there is nothing to look for. */
export function nameTerm(text: string): Term | undefined {
  const words = wordsOf(text).join(' ');
  return LETTER_OR_DIGIT.test(words) ? [piece(words)] : undefined;
}

/** SQL that is true when all terms are found in a text. Adds patterns to the statement's parameters. */
export const matching = (text: string, terms: readonly Term[], parameters: unknown[]): string =>
  all(terms, (found) => `${text} LIKE $${parameters.push(`%${escapeLike(found)}%`)}`);

/** The same where the text is kept as bytes, which takes less time to look through: see ADR 0009. */
export const matchingBytes = (bytes: string, terms: readonly Term[], parameters: unknown[]): string =>
  all(terms, (found) => `position($${parameters.push(Buffer.from(found))}::bytea IN ${bytes}) > 0`);

const all = (terms: readonly Term[], condition: (found: string) => string): string =>
  terms.map((term) => `(${term.map(condition).join(' OR ')})`).join(' AND ') || 'true';
