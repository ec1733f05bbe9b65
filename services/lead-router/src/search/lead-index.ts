import { type BlindIndex, DataCipher, type IndexedText } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';

/** Words are found by their first letters, up to this many. What is typed beyond them is not compared. */
const MAX_LETTERS = 20;
/** One Latin letter or digit would find nearly every lead; one letter of other scripts may be a whole name. */
const MIN_BYTES = 2;

const APOSTROPHES = /['’‘ʼ`ʻ´′＇]/g;

/** Removes accents, case and apostrophes. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(APOSTROPHES, '')
    .normalize('NFC');

/** Splits a folded text at everything that is not a letter or digit. Leaves out words too short to search by. */
export const toWords = (folded: string): string[] =>
  folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter(isLongEnough);

const isLongEnough = (text: string): boolean => Buffer.byteLength(text) >= MIN_BYTES;

/** Returns the beginning of a word that is compared. */
export const toBeginning = (word: string): string => Array.from(word).slice(0, MAX_LETTERS).join('');

/** Returns all beginnings by which a word is found. */
function toBeginnings(word: string): string[] {
  const letters = Array.from(word).slice(0, MAX_LETTERS);
  return letters.map((_letter, index) => letters.slice(0, index + 1).join('')).filter(isLongEnough);
}

/** A word that may also be the code of a state is found as a whole too. */
export const toWholeWord = (word: string): string => `${word} `;

/**
 * `name` and `email`: beginnings of their words. `address`: the whole email. `phone`: beginnings of the number without
 * the country code. `local`: beginnings of the number after the area code, and its last four digits.
 */
const fields = ['name', 'email', 'address', 'phone', 'local', 'state'] as const;
export type SearchField = (typeof fields)[number];
export type SearchText = IndexedText<SearchField>;
/** Alternative texts, one of which a match has. */
export type SearchTerm = readonly SearchText[];

export type SearchedLead = Readonly<Record<'fullName' | 'email' | 'phone' | 'state', string>>;

/** Returns everything by which a lead is found. */
export function toSearchTexts({ fullName, email, phone, state }: SearchedLead): SearchText[] {
  const ofWords = (field: SearchField, text: string): SearchText[] =>
    toWords(foldText(text)).flatMap((word) =>
      [...toBeginnings(word), ...(word.length === 2 ? [toWholeWord(word)] : [])].map((found) => ({
        field,
        text: found,
      })),
    );
  const number = phone.replace(/^\+1/, '').replaceAll(/\D/g, '');
  return [
    ...ofWords('name', fullName),
    ...ofWords('email', email),
    { field: 'address', text: foldText(email) },
    ...toBeginnings(number).map((text) => ({ field: 'phone' as const, text })),
    ...[...toBeginnings(number.slice(-7)), number.slice(-4)].map((text) => ({
      field: 'local' as const,
      text,
    })),
    { field: 'state', text: state.toLowerCase() },
  ];
}

/** The hashes of `lead_search` (ADR 27). */
@Injectable()
export class LeadIndex {
  private readonly index: BlindIndex<SearchField>;

  constructor(cipher: DataCipher) {
    this.index = cipher.createBlindIndex('lead_search', fields);
  }

  toStored(lead: SearchedLead): string[] {
    return this.index.toStored(toSearchTexts(lead));
  }

  /**
   * Returns a condition that is true if all terms match the hashes in the column. Appends the searched hashes to
   * `parameters`.
   * @param convert wraps the SQL of the searched hashes, if the column stores them in another form
   */
  matches(
    terms: readonly SearchTerm[],
    column: string,
    parameters: unknown[],
    convert = (hashes: string): string => hashes,
  ): string {
    const find = (texts: SearchTerm): string =>
      convert(`$${parameters.push(this.index.toSearched(texts))}::bigint[]`);
    return terms.map((texts) => `${column} && ${find(texts)}`).join(' AND ') || 'true';
  }
}
