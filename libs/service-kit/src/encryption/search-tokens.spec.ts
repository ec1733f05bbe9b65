import { createSecretKey } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { computeSearchTokens } from './search-tokens.js';

const [one, two] = [1, 2].map((byte) => createSecretKey(Buffer.alloc(32, byte)));
const tokensOf = (...texts: string[]): number[] =>
  computeSearchTokens(
    one!,
    texts.map((text) => ({ text, domain: 1 })),
  );

test('equal texts have equal tokens, whatever stands beside them', () => {
  expect(tokensOf('ann', 'bob', 'ann')).toEqual([...tokensOf('ann'), ...tokensOf('bob'), ...tokensOf('ann')]);
  expect(computeSearchTokens(one!, [])).toEqual([]);
});

test('different texts, domains and keys have different tokens', () => {
  const tokens = [
    ...tokensOf('ann', 'an', ' an', 'a', 'a\u0000', 'ánn', '日本語', '😀😀😀'),
    ...computeSearchTokens(one!, [{ text: 'ann', domain: 2 }]),
    ...computeSearchTokens(two!, [{ text: 'ann', domain: 1 }]),
  ];
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('tokens are signed 32-bit integers of both signs', () => {
  const tokens = tokensOf(...Array.from({ length: 1_000 }, (_, index) => String(index)));
  expect(tokens.every((token) => token === (token | 0))).toBe(true);
  expect(tokens.filter((token) => token < 0).length).toBeGreaterThan(400);
  expect(tokens.filter((token) => token > 0).length).toBeGreaterThan(400);
});

test('refuses a text that does not fit', () => {
  expect(() => tokensOf('ann-marie lee')).toThrow(RangeError);
});
