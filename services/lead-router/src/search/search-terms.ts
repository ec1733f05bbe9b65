import { stateNames } from '@desk/contracts';
import {
  foldText,
  type SearchField,
  type SearchTerm,
  type SearchText,
  toBeginning,
  toWholeWord,
  toWords,
} from './lead-index.js';

/** Lower-case codes by lower-case name. */
export const codesByStateName: ReadonlyMap<string, string> = new Map(
  Object.entries(stateNames).map(([code, name]) => [name.toLowerCase(), code.toLowerCase()]),
);
export const stateCodes: ReadonlySet<string> = new Set(codesByStateName.values());
const MAX_WORDS_IN_STATE_NAME = 3;

const PHONE_CHARACTERS = /^[\d()+./-]+$/;
const WHOLE_EMAIL = /^[^@]+@[^@]+\.[^@.]{2,}$/;
const MIN_DIGITS = 2;

const inWords = (text: string): SearchTerm =>
  (['name', 'email'] satisfies SearchField[]).map((field) => ({ field, text }));
const ofWord = (word: string): SearchTerm => inWords(toBeginning(word));

const ofState = (code: string): SearchText => ({ field: 'state', text: code });

interface Parsed {
  readonly terms: readonly SearchTerm[];
  /** Parts of the search that were read. */
  readonly length: number;
}

/** Parses adjacent digits as one phone number, with or without the country code. */
function parsePhoneNumber(parts: readonly string[], at: number): Parsed | undefined {
  const end = parts.findIndex((part, index) => index >= at && !PHONE_CHARACTERS.test(part));
  const digits = parts.slice(at, end === -1 ? undefined : end);
  const typed = digits.join('').replaceAll(/\D/g, '');
  if (typed === '') return undefined;
  // No area code begins with 1.
  const number = typed.replace(/^1/, '');
  const term: SearchTerm = [
    ...(number.length >= MIN_DIGITS ? [{ field: 'phone' as const, text: toBeginning(number) }] : []),
    { field: 'local', text: typed },
    ...ofWord(typed),
  ];
  return { terms: typed.length >= MIN_DIGITS ? [term] : [], length: digits.length };
}

/** Parses the longest state name at this position. A name of one word may also be that of a person. */
function parseStateName(parts: readonly string[], at: number): Parsed | undefined {
  for (let length = Math.min(MAX_WORDS_IN_STATE_NAME, parts.length - at); length > 0; length -= 1) {
    const name = parts.slice(at, at + length).join(' ');
    const code = codesByStateName.get(name);
    if (code !== undefined)
      return { terms: [[ofState(code), ...(length === 1 ? ofWord(name) : [])]], length };
  }
  return undefined;
}

function parsePart(part: string): Parsed {
  if (WHOLE_EMAIL.test(part)) return { terms: [[{ field: 'address', text: part }]], length: 1 };
  if (stateCodes.has(part)) return { terms: [[ofState(part), ...inWords(toWholeWord(part))]], length: 1 };
  return { terms: toWords(part).map(ofWord), length: 1 };
}

/**
 * Parses the text of a search box into terms, all of which must match. Words are found by their beginning, digits as part
 * of a phone number, and an email as a whole. A state's code or name finds that state. A code also finds a whole word, and
 * a name of one word the beginning of one.
 */
export function parseSearch(search: string | null): SearchTerm[] {
  const parts = foldText(search ?? '')
    .split(/[\s\p{Cc}]+/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  const terms: SearchTerm[] = [];
  for (let at = 0; at < parts.length;) {
    const parsed = parsePhoneNumber(parts, at) ?? parseStateName(parts, at) ?? parsePart(parts[at] ?? '');
    terms.push(...parsed.terms);
    at += parsed.length;
  }
  return terms;
}

/** Parses a text of which all words must begin words of a name. */
export const parseNameSearch = (text: string): SearchTerm[] =>
  toWords(foldText(text)).map((word) => [{ field: 'name', text: toBeginning(word) }]);
