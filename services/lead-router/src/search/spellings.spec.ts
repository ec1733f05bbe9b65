import { expect, it } from '@jest/globals';
import { toSearchableText } from '@desk/service-kit';
import { matchesTerms, parseNameSearch, parseSearch } from './search-terms.js';

const names = ["O'Brien", 'O’Brien', 'O‘Brien', 'Oʼbrien', 'O`Brien'];
const doubles = ['García-López', 'Garcia‐Lopez', 'GARCÍA‑LÓPEZ', 'Garci\u0301a–Lope\u0301z'];

it.each([
  ['apostrophe', names],
  ['hyphen and accent', doubles],
])('finds a name with every %s by every other', (_what, spellings) => {
  for (const stored of spellings)
    for (const typed of spellings) {
      const { name, text } = toSearchableText(`Ann ${stored}`, ['ann@example.com']);
      expect({ stored, typed, found: matchesTerms(parseSearch(typed), text) }).toMatchObject({ found: true });
      const term = parseNameSearch(`ann ${typed}`);
      expect({ stored, typed, found: term !== undefined && matchesTerms([term], name) }).toMatchObject({
        found: true,
      });
    }
});

it.each(['o’brien', 'o‘brien', 'oʼbrien', 'o`brien', 'd–arcy', 'd‐arcy', 'd‑arcy'])(
  'finds %s as an earlier release stored it',
  (stored) => {
    const typed = stored.startsWith('o') ? "O'Brien" : 'D-Arcy';
    expect(matchesTerms(parseSearch(typed), ` ann ${stored} ann@example.com ny `)).toBe(true);
  },
);

it('does not find another name', () => {
  expect(matchesTerms(parseSearch("O'Brien"), ' ann o.brien ')).toBe(false);
});
