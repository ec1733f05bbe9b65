import { usStates } from '@desk/contracts';
import { describe, expect, test } from '@jest/globals';
import { type SearchedLead, type SearchTerm, toSearchTexts } from './lead-index.js';
import { parseNameSearch, parseSearch, stateCodes } from './search-terms.js';

const ann: SearchedLead = {
  fullName: 'Ann-Marie Lee',
  email: 'ann.lee_2@example.com',
  phone: '+12125550123',
  state: 'NY',
};

/** As the database compares hashes. */
function matches(terms: readonly SearchTerm[], lead: SearchedLead): boolean {
  const texts = new Set(toSearchTexts(lead).map(({ field, text }) => `${field}:${text}`));
  return terms.every((term) => term.some(({ field, text }) => texts.has(`${field}:${text}`)));
}
const finds = (search: string, lead: Partial<SearchedLead> = {}): boolean =>
  matches(parseSearch(search), { ...ann, ...lead });

describe('a search', () => {
  test.each([
    ...['Ann', 'an', 'MARIE', 'lee ann', '  lee\tann  ', 'ann-marie', 'Ánn', 'example', 'ann.lee'],
    ...['ann.lee_2@EXAMPLE.com', 'ann.lee_2@exam', 'NY', 'new york', 'lee New York 212'],
    ...['(212) 555-0123', '2125550123', '212.555.0123', '+1 (212) 555-0123', '1-212-555-0123'],
    ...['+1212', '1212', '21', '212 - 555 - 0123', '555-0123', '0123', '555', '55'],
    // Too short to narrow anything down.
    ...['l', 'a', '+1', '@', ''],
  ])('%j finds the lead', (search) => {
    expect(finds(search)).toBe(true);
  });

  test.each([
    ...['bob', 'ann bob', 'ee', 'rie', 'annlee', 'nj', 'new jersey', '3105550123', '50', '123'],
    ...['ann.lee_2@example.co', 'lee_2@example.com', 'ann.lee_2@example.org'],
  ])('%j does not find the lead', (search) => {
    expect(finds(search)).toBe(false);
  });

  test('by a state code finds that state or a whole word of a name, but no part of one', () => {
    expect(finds('al', { fullName: 'Al Gore', state: 'TN' })).toBe(true);
    expect(finds('al', { fullName: 'Bob Gore', state: 'AL' })).toBe(true);
    expect(finds('al', { fullName: 'Alice Gore', state: 'TN' })).toBe(false);
  });

  test('by a state name finds that state or the beginning of a name, and prefers the longest state name', () => {
    expect(finds('virginia', { fullName: 'Virginia Woo', state: 'TX' })).toBe(true);
    expect(finds('virginia', { state: 'VA' })).toBe(true);
    expect(finds('virginia', { state: 'WV' })).toBe(false);
    expect(finds('west virginia', { state: 'WV' })).toBe(true);
    expect(finds('ann district of columbia', { state: 'DC' })).toBe(true);
  });

  test.each([
    ["O'Brien", 'O’Brien', 'O‘Brien', 'Oʼbrien', 'O`BRIEN', 'obrien'],
    ['José', 'Jose', 'JOSÉ', 'Jose\u0301'],
    ['Smith-Jones', 'Smith‑Jones', 'smith‐jones', 'Smith–Jones', 'SMITH—JONES'],
    ['日本', '日'],
    ['김', '김'.normalize('NFD')],
    ['İnan', 'inan', 'INAN'],
  ])('finds %s by each spelling', (fullName, ...spellings) => {
    for (const search of [fullName, ...spellings]) expect(finds(search, { fullName })).toBe(true);
  });

  test('compares the first twenty letters of a word, and a whole email', () => {
    expect(finds('Featherstonehaugh', { fullName: 'Ann Featherstone' })).toBe(false);
    expect(finds('Featherst', { fullName: 'Ann Featherstone' })).toBe(true);
    const long = 'Wolfeschlegelsteinha'; // 20 letters
    expect(finds(`${long}usen`, { fullName: `Ann ${long}` })).toBe(true);
    expect(finds(`${long.slice(0, -1)}x`, { fullName: `Ann ${long}` })).toBe(false);
    expect(finds('featherstone1@example.com', { email: 'featherstone2@example.com' })).toBe(false);
  });
});

test('every state has a name', () => {
  expect([...stateCodes].toSorted()).toEqual(usStates.map((code) => code.toLowerCase()).toSorted());
});

test('a name search compares the words of names alone', () => {
  expect(matches(parseNameSearch(' lee  ÁNN '), ann)).toBe(true);
  expect(matches(parseNameSearch('example'), ann)).toBe(false);
  expect(matches(parseNameSearch('lee bob'), ann)).toBe(false);
  expect(parseNameSearch(' % ')).toEqual([]);
});
