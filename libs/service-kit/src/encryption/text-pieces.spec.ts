import { describe, expect, test } from '@jest/globals';
import { piecesOfPattern, piecesOfText } from './text-pieces.js';

const show = (pieces: ReadonlySet<string>): string => [...pieces].join(' ');

test('a text has the beginnings of its words, all trigrams and its short words, each once', () => {
  expect(show(piecesOfText(' anna li ny anna '))).toBe('^a ^an .ann .nna ^l ^li =li ^n ^ny =ny');
});

test('characters outside the basic plane are one letter each', () => {
  expect(show(piecesOfText(' 😀😁😂😃 '))).toBe('^😀 ^😀😁 .😀😁😂 .😁😂😃');
});

describe('a pattern', () => {
  test.each([
    ['anna', '.ann .nna'],
    [' anna', '^an .ann .nna'],
    [' a', '^a'],
    [' an', '^an'],
    [' ny ', '=ny'],
    [' ann ', '=ann'],
    [' anna ', '^an .ann .nna'],
    ['new york', '.new ^yo .yor .ork'],
    ['a b c', '=b ^c'],
    ['an', ''],
    ['', ''],
  ])('%j needs %j', (pattern, pieces) => {
    expect(show(piecesOfPattern(pattern))).toBe(pieces);
  });
});

test('every text that contains a pattern has its pieces', () => {
  // All substrings of texts over a small alphabet, so that pieces repeat and overlap in every way.
  const texts = Array.from({ length: 729 }, (_, number) =>
    ` ${Array.from({ length: 6 }, (_place, place) => 'ab '[Math.floor(number / 3 ** place) % 3]).join('')} `.replaceAll(
      / +/g,
      ' ',
    ),
  );
  for (const text of texts) {
    const pieces = piecesOfText(text);
    for (let start = 0; start < text.length; start += 1)
      for (let end = start + 1; end <= text.length; end += 1)
        for (const piece of piecesOfPattern(text.slice(start, end)))
          if (!pieces.has(piece)) throw new Error(`${text} lacks ${piece}`);
  }
  expect(texts).toHaveLength(729);
});
