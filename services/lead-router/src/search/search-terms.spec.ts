import { describe, expect, test } from '@jest/globals';
import { usStates } from '@desk/contracts';
import { matching, matchingBytes, nameTerm, searchTerms } from './search-terms.js';
import { stateCodes } from './state-names.js';

/** What the database keeps of a lead to search in. */
const ANN = ' ann-marie lee ann.lee_2@example.com 12125550123 ny ';

const finds = (search: string, text = ANN): boolean =>
  searchTerms(search).every((term) => term.some((piece) => text.includes(piece)));

describe('what is found', () => {
  test.each([
    'Ann',
    'MARIE',
    'lee ann',
    '  lee\tann  ',
    'ann.lee_2@EXAMPLE.com',
    'example',
    '(212) 555-0123',
    '2125550123',
    '212.555.0123',
    '+1 (212) 555-0123',
    '1-212-555-0123',
    '+1212',
    '212 - 555 - 0123',
    '0123',
    '21',
    '12',
    '+1',
    'NY',
    'new york',
    'lee New York 212',
    'l',
    'le',
    'a',
    'Ánn',
    '@',
    '',
  ])('%j finds her', (search) => {
    expect(finds(search)).toBe(true);
  });

  test.each(['bob', 'ann bob', 'e', 'ee', 'rk', 'x', '3105550123', '55', 'nj', 'new jersey', 'annlee'])(
    '%j does not',
    (search) => {
      expect(finds(search)).toBe(false);
    },
  );

  test('two letters of a state are the state or a whole name, not a part of one', () => {
    expect(finds('al', ' al gore gore@example.com 13055550123 tn ')).toBe(true);
    expect(finds('al', ' bob gore gore@example.com 13055550123 al ')).toBe(true);
    expect(finds('al', ' alice gore al.gore@example.com 13055550123 tn ')).toBe(false);
  });

  test('a state’s name is the state or a part of a name, and the longest name counts', () => {
    expect(finds('virginia', ' virginia woo v@example.com 13055550123 tx ')).toBe(true);
    expect(finds('virginia', ' bob woo v@example.com 13055550123 va ')).toBe(true);
    expect(finds('virginia', ' bob woo v@example.com 13055550123 wv ')).toBe(false);
    expect(finds('west virginia', ' bob woo v@example.com 13055550123 wv ')).toBe(true);
    expect(finds('bob district of columbia', ' bob woo v@example.com 13055550123 dc ')).toBe(true);
    expect(finds('mary', ' bob woo v@example.com 13055550123 md ')).toBe(false);
  });
});

test('every state has a name', () => {
  expect([...stateCodes].toSorted()).toEqual(usStates.map((code) => code.toLowerCase()).toSorted());
});

test('a repeated word is looked for once', () => {
  expect(searchTerms('ann ANN 212 ann 2-1-2')).toEqual([['ann'], ['212']]);
});

test('a name is looked for as it stands', () => {
  expect(nameTerm(' José  Pérez ')).toEqual(['jose perez']);
  expect(nameTerm('Li')).toEqual([' li']);
  expect(nameTerm(' % ')).toBeUndefined();
});

test('a condition takes every pattern as a parameter', () => {
  const parameters: unknown[] = ['buyer'];
  expect(matching('s.text', searchTerms('ann texas'), parameters)).toBe(
    '(s.text LIKE $2) AND (s.text LIKE $3 OR s.text LIKE $4)',
  );
  expect(parameters).toEqual(['buyer', '%ann%', '% tx %', '%texas%']);
  expect(matching('s.text', [], parameters)).toBe('true');
});

test('what LIKE would read as a sign of its own stands for itself', () => {
  const parameters: unknown[] = [];
  matching('s.text', searchTerms(String.raw`lee_2 50% a\b`), parameters);
  expect(parameters).toEqual([String.raw`%lee\_2%`, String.raw`% 50\%%`, String.raw`% a\\b%`]);
});

test('bytes are looked for as they are', () => {
  const parameters: unknown[] = ['buyer'];
  expect(matchingBytes('s.bytes', searchTerms('lee_2 texas'), parameters)).toBe(
    '(position($2::bytea IN s.bytes) > 0) AND (position($3::bytea IN s.bytes) > 0 OR position($4::bytea IN s.bytes) > 0)',
  );
  expect(parameters.slice(1).map(String)).toEqual(['lee_2', ' tx ', 'texas']);
});
