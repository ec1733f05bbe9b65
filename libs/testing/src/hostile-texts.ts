/** Texts that attackers repeat to make patterns backtrack, converters loop, or decoders fail. */
const units: Readonly<Record<string, string>> = {
  letters: 'a',
  'capital letters': 'A',
  digits: '7',
  'at signs': '@',
  dots: '.',
  'letters and at signs': 'a@',
  'letters and dots': 'a.',
  'leading dots of a domain': '.a',
  spaces: ' ',
  tabs: '\t',
  newlines: '\n',
  'carriage returns': '\r\n',
  'no-break spaces': '\u00a0',
  'words and spaces': 'a ',
  'annuity leads': ' annuity leads',
  dashes: '-',
  'en dashes': '–',
  'phone prefixes': '+1 ',
  'phone extensions': '5 x',
  parentheses: '(',
  quotes: '"',
  apostrophes: "'",
  'quoted brackets': '["',
  backslashes: '\\',
  'template placeholders': '${path}',
  wildcards: '%_',
  'percent escapes': '%41',
  commas: ',',
  dollars: '$',
  'combining characters': 'e\u0301',
  'lone high surrogates': '\ud800',
  'lone low surrogates': '\udc00',
  emoji: '👩‍👩‍👧',
  'characters that grow in lower case': 'İ',
  'byte order marks': '\ufeff',
  'right-to-left overrides': '\u202e',
  'NUL characters': '\0',
  'markup tags': '<a ',
  'time zones': 'A/',
  dates: '2026-01-01',
};

/** Texts before the repetition, so that a pattern gets past its first part. */
const heads: Readonly<Record<string, string>> = {
  '': '',
  ' after an address': 'a@a',
  ' after a word': 'a ',
  ' after a phone number': '+1512555',
};

/** Texts after the repetition, so that a pattern that matched so far fails and backtracks. */
const tails: Readonly<Record<string, string>> = {
  ', then a control character': '\u0001',
  ', then an at sign': '@',
  ', then a space and a mark': ' !',
};

export interface HostileShape {
  readonly name: string;
  /** Returns a text of this many characters. */
  readonly build: (length: number) => string;
}

/** Every unit after every head and before every tail. */
export const hostileShapes: readonly HostileShape[] = Object.entries(units).flatMap(([what, unit]) =>
  Object.entries(heads).flatMap(([after, head]) =>
    Object.entries(tails).map(([before, tail]): HostileShape => ({
      name: `${what}${after}${before}`,
      build: (length) =>
        (head + unit.repeat(Math.ceil(length / unit.length))).slice(0, length - tail.length) + tail,
    })),
  ),
);
