import { type BlindIndex, DataCipher, type IndexedText } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { foldText, toBeginnings, toWholeWord, toWords } from './search-words.js';

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
   * @param convert returns the SQL of an array as it is in the column
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
