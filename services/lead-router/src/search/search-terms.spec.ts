import { usStates } from '@desk/contracts';
import { describe, expect, test } from '@jest/globals';
import {
  matchesBits,
  matchesBytes,
  matchesTerms,
  matchesText,
  matchesTokens,
  parseNameSearch,
  parseSearch,
} from './search-terms.js';
import { stateCodes } from './state-names.js';

/** Search text of one lead, as the database stores it. */
const ANN = ' ann-marie lee ann.lee_2@example.com 12125550123 ny ';

const finds = (search: string, text = ANN): boolean => matchesTerms(parseSearch(search), text);

describe('a search', () => {
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
  ])('%j finds the lead', (search) => {
    expect(finds(search)).toBe(true);
  });

  test.each(['bob', 'ann bob', 'e', 'ee', 'rk', 'x', '3105550123', '55', 'nj', 'new jersey', 'annlee'])(
    '%j does not find the lead',
    (search) => {
      expect(finds(search)).toBe(false);
    },
  );

  test('by a state code finds that state or a whole word of a name, but no part of one', () => {
    expect(finds('al', ' al gore gore@example.com 13055550123 tn ')).toBe(true);
    expect(finds('al', ' bob gore gore@example.com 13055550123 al ')).toBe(true);
    expect(finds('al', ' alice gore al.gore@example.com 13055550123 tn ')).toBe(false);
  });

  test('by a state name finds that state or part of a name, and prefers the longest state name', () => {
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

test('a repeated word becomes one term', () => {
  expect(parseSearch('ann ANN 212 ann 2-1-2')).toEqual([['ann'], ['212']]);
});

test('a name search keeps the text together', () => {
  expect(parseNameSearch(' José  Pérez ')).toEqual(['jose perez']);
  expect(parseNameSearch('Li')).toEqual([' li']);
  expect(parseNameSearch(' % ')).toBeUndefined();
});

test('a condition passes every pattern as a parameter', () => {
  const parameters: unknown[] = ['buyer'];
  expect(matchesText('s.text', parseSearch('ann texas'), parameters)).toBe(
    '(s.text LIKE $2) AND (s.text LIKE $3 OR s.text LIKE $4)',
  );
  expect(parameters).toEqual(['buyer', '%ann%', '% tx %', '%texas%']);
  expect(matchesText('s.text', [], parameters)).toBe('true');
});

test('LIKE wildcards are escaped', () => {
  const parameters: unknown[] = [];
  matchesText('s.text', parseSearch(String.raw`lee_2 50% a\b`), parameters);
  expect(parameters).toEqual([String.raw`%lee\_2%`, String.raw`% 50\%%`, String.raw`% a\\b%`]);
});

test('a condition on tokens asks for those of each alternative', () => {
  const parameters: unknown[] = ['status'];
  const toTokens = (pattern: string): number[] => [pattern.length];
  expect(matchesTokens('s.tokens', parseSearch('lee_2 texas'), toTokens, parameters)).toBe(
    '(s.tokens @> $2::int[]) AND (s.tokens @> $3::int[] OR s.tokens @> $4::int[])',
  );
  expect(parameters.slice(1)).toEqual([[5], [4], [5]]);
});

test('a condition on readable bytes passes the texts unescaped', () => {
  const parameters: unknown[] = ['buyer'];
  expect(matchesBytes('s.bytes', parseSearch('lee_2 texas'), parameters)).toBe(
    '(position($2::bytea IN s.bytes) > 0) AND (position($3::bytea IN s.bytes) > 0 OR position($4::bytea IN s.bytes) > 0)',
  );
  expect(parameters.slice(1).map(String)).toEqual(['lee_2', ' tx ', 'texas']);
});

test('a condition on signatures asks for all bits of each alternative', () => {
  const toBits = (pattern: string): number[] => Array.from(pattern.trim(), (letter) => letter.charCodeAt(0));
  expect(matchesBits('s.bytes', parseSearch('TX'), toBits)).toBe(
    '((get_bit(s.bytes, 116) = 1 AND get_bit(s.bytes, 120) = 1))',
  );
  expect(matchesBits('s.bytes', parseSearch('TX'), () => [])).toBe('((true))');
});
