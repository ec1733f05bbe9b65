import { DataCipher } from '@desk/service-kit';
import { expect, test } from '@jest/globals';
import { RandomLeads } from '../../test/random-leads.js';
import { toLeadText } from './lead-text.js';
import { matchesTerms, parseNameSearch, parseSearch } from './search-terms.js';

const LEADS = 1_000;
const SEARCHES = 2_000;

const random = new RandomLeads(7);
const { search } = new DataCipher(`test:${Buffer.alloc(32, 7).toString('base64')}`);
const contacts = Array.from({ length: LEADS }, () => random.contact());
const readable = contacts.map(toLeadText);
const encrypted = readable.map((text) => search.encrypt(text));
const tokenSets = encrypted.map(({ tokens }) => new Set(tokens));
const searches = Array.from({ length: SEARCHES }, () => random.search(contacts));

test('decrypted texts are those that were encrypted', () => {
  expect(search.decrypt(encrypted.map(({ encryptedText }) => encryptedText))).toEqual(readable);
});

test.each(['text', 'name'] as const)('tokens and bits lose no lead that is searched for by %s', (scope) => {
  const lost: object[] = [];
  let [matches, candidates] = [0, 0];
  for (const typed of searches) {
    const nameTerm = parseNameSearch(typed);
    const terms = scope === 'text' ? parseSearch(typed) : nameTerm ? [nameTerm] : [];
    if (terms.length === 0) continue;
    const needed = search.patternSearches(scope).flatMap(({ toTokens, toBits }) =>
      terms.map((term) =>
        term.map((pattern) => ({
          tokens: toTokens(pattern),
          bits: scope === 'text' ? toBits(pattern) : [],
        })),
      ),
    );
    for (const [place, text] of readable.entries()) {
      const row = encrypted[place]!.encryptedText;
      const isCandidate = needed.every((alternatives) =>
        alternatives.some(
          ({ tokens, bits }) =>
            tokens.every((token) => tokenSets[place]!.has(token)) &&
            bits.every((bit) => ((row[bit >> 3]! >> (bit & 7)) & 1) === 1),
        ),
      );
      const isMatch = matchesTerms(terms, text[scope]);
      if (isMatch && !isCandidate) lost.push({ typed, text });
      matches += Number(isMatch);
      candidates += Number(isCandidate);
    }
  }
  expect(lost).toEqual([]);
  // Tokens are worth their space only if few leads have those of a term scattered about.
  expect(matches).toBeGreaterThan(SEARCHES);
  expect(candidates).toBeLessThan(matches * 1.5);
});
