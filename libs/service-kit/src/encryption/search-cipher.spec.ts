import { describe, expect, test } from '@jest/globals';
import { DataCipher } from './data-cipher.js';
import { type PatternSearch, SearchCipher } from './search-cipher.js';
import { type SearchableText, toSearchableText } from './searchable-text.js';

const key = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [first, second] = [key('first', 1), key('second', 2)];
const old = new DataCipher(first).search;
const rotated = new DataCipher(`${second},${first}`).search;

const encryptText = (cipher: SearchCipher, text: SearchableText): Buffer =>
  cipher.encrypt(text).encryptedText;
const ann = toSearchableText('Ann Lee', ['ann@example.com', '12125550123', 'NY']);
const others = ['', 'Ж', '日本 語', 'x'.repeat(2_000), '😀 e\u0301'].map((name) =>
  toSearchableText(name, [name]),
);

describe('encrypted texts', () => {
  test('are decrypted together, in order, whatever their keys', () => {
    const texts = [ann, ...others, ann];
    const rows = texts.map((text, index) => encryptText(index % 2 === 0 ? old : rotated, text));
    expect(rotated.decrypt(rows)).toEqual(texts);
    expect(rotated.decrypt([])).toEqual([]);
  });

  test('contain nothing readable and differ each time', () => {
    const [one, two] = [encryptText(old, ann), encryptText(old, ann)];
    expect(one.equals(two)).toBe(false);
    for (let at = 48; at < one.length; at += 16)
      expect(one.subarray(at, at + 16).equals(two.subarray(at, at + 16))).toBe(false);
    expect(one.toString('latin1')).not.toContain('ann');
  });

  test('hide the length of the text within a block', () => {
    const lengths = ['A', 'Al', 'Ali'].map((name) => encryptText(old, toSearchableText(name, [])).length);
    expect(new Set(lengths).size).toBe(1);
  });

  test('can be told from readable ones', () => {
    expect(SearchCipher.isEncrypted(encryptText(old, ann))).toBe(true);
    expect(SearchCipher.isEncrypted(Buffer.from(ann.text))).toBe(false);
  });

  test('are refused under an unknown key, and if they were cut', () => {
    expect(() => old.decrypt([encryptText(rotated, ann)])).toThrow('unknown data key');
    expect(() => old.decrypt([encryptText(old, ann).subarray(0, -1)])).toThrow('not an encrypted text');
    expect(() => old.decrypt([Buffer.from(ann.text)])).toThrow('not an encrypted text');
  });
});

describe('tokens', () => {
  const tokensOfPattern = (cipher: SearchCipher, scope: 'name' | 'text', pattern: string): number[][] =>
    cipher.patternSearches(scope).map(({ toTokens }) => toTokens(pattern));
  const has = (tokens: readonly number[], required: readonly number[]): boolean =>
    required.every((token) => tokens.includes(token));

  test('of a pattern are among those of a text that contains it', () => {
    const tokens = old.encrypt(ann).tokens;
    for (const pattern of ['lee', ' an', ' ny ', '2125550123', 'ann@example'])
      expect(has(tokens, tokensOfPattern(old, 'text', pattern)[0]!)).toBe(true);
    for (const pattern of ['bob', ' nn', ' nn ', '3105550123'])
      expect(has(tokens, tokensOfPattern(old, 'text', pattern)[0]!)).toBe(false);
  });

  test('of the name are apart from those of the whole text', () => {
    const tokens = old.encrypt(ann).tokens;
    expect(has(tokens, tokensOfPattern(old, 'name', 'lee')[0]!)).toBe(true);
    expect(has(tokens, tokensOfPattern(old, 'name', 'example')[0]!)).toBe(false);
  });

  test('come for every key, the current one first', () => {
    const [current, older] = tokensOfPattern(rotated, 'text', 'lee');
    expect(tokensOfPattern(old, 'text', 'lee')).toEqual([older]);
    expect(has(rotated.encrypt(ann).tokens, current!)).toBe(true);
    expect(has(rotated.encrypt(ann).tokens, older!)).toBe(false);
  });

  test('are stored in an order that does not repeat that of the text', () => {
    const tokens = old.encrypt(ann).tokens;
    expect(tokens).toEqual(tokens.toSorted((one, two) => one - two));
    expect(new Set(tokens).size).toBe(tokens.length);
  });
});

describe('the signature', () => {
  const hasBits = (row: Buffer, bits: readonly number[]): boolean =>
    bits.every((bit) => ((row[bit >> 3]! >> (bit & 7)) & 1) === 1);

  test('has the bits of every pattern in the text, and hardly those of others', () => {
    const row = encryptText(old, ann);
    const [{ toBits, prefix }] = old.patternSearches('text') as [PatternSearch];
    expect(row.subarray(0, 4)).toEqual(prefix);
    for (let start = 0; start < ann.text.length; start += 1)
      for (let end = start + 1; end <= ann.text.length; end += 1)
        expect(hasBits(row, toBits(ann.text.slice(start, end)))).toBe(true);
    const others = Array.from({ length: 1_000 }, (_, index) => `zqx${index + 1_000}`);
    expect(others.filter((pattern) => hasBits(row, toBits(pattern))).length).toBeLessThan(30);
  });
});
