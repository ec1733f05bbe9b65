import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { personExamples } from '../../test/person-examples.js';
import { readIpAddress, readUrl } from './internet.js';
import { readZipCode } from './places.js';
import { readPlainLine } from './plain.js';
import { outcomeOf, REFUSED } from '../../test/text-examples.js';
import { textKinds } from './text-kinds.js';
import { valueExamples } from '../../test/value-examples.js';

const insert = (text: string, at: number, character: string): string => {
  const characters = Array.from(text);
  return characters.toSpliced(at % (characters.length + 1), 0, character).join('');
};

const cases = [...personExamples, ...valueExamples];

describe.each(cases)('reading %s', (title, read, examples) => {
  it.each(Object.entries(examples))('%j', (text, expected) => {
    expect(outcomeOf(read, text)).toBe(expected);
  });

  const values = Object.entries(examples).flatMap(([text, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[text, value] as const] : [],
  );
  const invisible = fc.constantFrom(
    ...[
      '\u00AD',
      '\u200B',
      '\u200D',
      '\u200E',
      '\u202A',
      '\u2060',
      '\u2066',
      '\u3164',
      '\uFEFF',
      '\uFE0F',
      '\u{E0041}',
    ],
    ...['\u180E', '\u034F', '\u115F', '\u2800'],
  );

  it('reads the plain value through any format character and any normal form', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...values),
        fc.nat(),
        invisible,
        fc.constantFrom('NFC', 'NFD'),
        ([text, value], at, character, form) => {
          expect(outcomeOf(read, insert(text, at, character).normalize(form))).toBe(value);
        },
      ),
    );
  });

  it('reads composed and decomposed forms alike', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...values),
        fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
        ([text], form) => {
          const compatible = text.normalize('NFKC');
          const expected = form.startsWith('NFK') ? outcomeOf(read, compatible) : outcomeOf(read, text);
          expect(outcomeOf(read, text.normalize(form))).toBe(expected);
        },
      ),
    );
  });

  it('refuses a value with a meaningless character, or in notes leaves the character out', () => {
    const meaningless = fc.constantFrom(
      '\0',
      '\u0007',
      '\u001B',
      '\u009B',
      '\uFFFD',
      '\uD800',
      '\uE000',
      '\uFFFE',
    );
    fc.assert(
      fc.property(fc.constantFrom(...values), fc.nat(), meaningless, ([text, value], at, character) => {
        const outcome = outcomeOf(read, insert(text, at, character));
        if (title !== 'notes') expect(outcome).toBe(REFUSED);
        else if (outcome !== REFUSED)
          expect(String(outcome).replaceAll(/\s/g, '')).toBe(String(value).replaceAll(/\s/g, ''));
      }),
    );
  });

  it('returns its own results unchanged', () => {
    for (const [, value] of values) expect(outcomeOf(read, String(value))).toBe(value);
  });
});

describe('every kind of text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(...cases.flatMap(([, , examples]) => Object.keys(examples))),
  );

  it.each(Object.entries({ ...textKinds, zip: readZipCode, url: readUrl, ip: readIpAddress }))(
    'reads any %s as nothing, a refusal, or a value that reads as itself',
    (_, read) => {
      fc.assert(
        fc.property(anyText, (text) => {
          const reading = read(text);
          if (typeof reading !== 'string') return;
          expect(reading.isWellFormed()).toBe(true);
          expect(read(reading)).toBe(reading);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it('reads what is searched for without regard to placeholders', () => {
    expect(readPlainLine('null')).toBe('null');
    expect(readPlainLine(' O\u2019Brien\u200B ')).toBe('O’Brien');
  });
});
