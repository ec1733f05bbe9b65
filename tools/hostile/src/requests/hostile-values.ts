import { hostileShapes } from '@desk/testing';
import fc from 'fast-check';
import type { FieldSchema } from './api-document.js';
import { brokenUtf8Text, deepArrayText, deepObjectText, type JsonText, toText } from './json-text.js';

/** Names that reach an object's prototype or replace its methods. */
export const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
];

/** Texts that break interpreters: SQL, markup, templates, paths, line ends, formats. */
const INJECTIONS = [
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}<%= 7 %>',
  '../../../../etc/passwd',
  'a\r\nBcc: x@example.com',
  '%s%n%x',
  '%_%\\',
  '\0',
  '\u0000\u0001\u001f\u007f',
  '\ud800',
  '\udfff\ud800',
  '\u202eabc',
  'İ\u0130ß',
  '=cmd()',
  'NaN',
  'null',
  '-0',
  '1e999',
  '9'.repeat(400),
];

const uuid = fc.uuid();
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(...INJECTIONS, ...PROTOTYPE_NAMES),
);
/** The body limit is 64 kB, so these still reach the handlers. */
const hugeText = fc
  .tuple(fc.constantFrom(...hostileShapes), fc.constantFrom(500, 5_000, 20_000))
  .map(([shape, length]) => shape.build(length));

export const hostileText = fc.oneof(anyText, hugeText);

/** Returns a value that matches the schema, as far as the schema describes it. */
export function plausibleValue({ type, enum: values, ...limits }: FieldSchema): fc.Arbitrary<unknown> {
  if (values && values.length > 0) return fc.constantFrom(...values);
  const { minimum = 0, maximum = 1_000_000, minLength = 0, maxLength = 40 } = limits;
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
    case 'string':
      return fc.oneof(
        fc.string({ minLength: Math.min(minLength, 60), maxLength: Math.min(maxLength, 60) }),
        fc.constantFrom('ann@example.com', '2125550123', 'Ann', 'violet harbour 42', 'NY', '10001', '1'),
        uuid,
      );
    default:
      return fc.constant({});
  }
}

/** Numbers one past the limits, and numbers that overflow. */
function boundaryValues({ minimum, maximum, minLength, maxLength }: FieldSchema): fc.Arbitrary<JsonText> {
  const numbers = [minimum ?? 0, maximum ?? 0].flatMap((limit) => [limit - 1, limit, limit + 1, limit + 0.5]);
  const lengths = [minLength ?? 1, maxLength ?? 255].flatMap((limit) => [limit - 1, limit, limit + 1]);
  return fc.oneof(
    fc.constantFrom(...numbers, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -0).map(toText),
    fc
      .constantFrom('1e400', '-1e400', '1e-400', '0.1e1', `1${'0'.repeat(500)}`)
      .map((text) => Buffer.from(text)),
    fc.constantFrom(...lengths.filter((length) => length >= 0)).map((length) => toText('é'.repeat(length))),
  );
}

const wrongTypes = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -1,
  1.5,
  '',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  [1, '2'],
);

const deepValues = fc.oneof(
  fc.constantFrom(10, 33, 1_000, 30_000).map(deepArrayText),
  fc.constantFrom(10, 33, 1_000, 9_000).map(deepObjectText),
);

const brokenUtf8 = fc
  .constantFrom([0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82], [0x80])
  .map(brokenUtf8Text);

const prototypeObjects = fc
  .constantFrom(...PROTOTYPE_NAMES)
  .map((name) => Buffer.from(`{${JSON.stringify(name)}:{"isAdmin":true,"toString":1}}`));

/** Returns a value that the field must refuse or survive. */
export const hostileValue = (schema: FieldSchema): fc.Arbitrary<JsonText> =>
  fc.oneof(
    { weight: 4, arbitrary: wrongTypes.map(toText) },
    { weight: 4, arbitrary: boundaryValues(schema) },
    { weight: 5, arbitrary: anyText.map(toText) },
    { weight: 3, arbitrary: hugeText.map(toText) },
    { weight: 2, arbitrary: deepValues },
    { weight: 1, arbitrary: brokenUtf8 },
    { weight: 1, arbitrary: prototypeObjects },
    { weight: 1, arbitrary: plausibleValue(schema).map(toText) },
  );

/** Text for a place in an address: percent-encoded as a client would, or raw and broken. */
export const addressText: fc.Arbitrary<string> = fc.oneof(
  uuid,
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
  hugeText.map((text) => encodeURIComponent(text.slice(0, 2_000).toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%c0%af',
    '%2e%2e%2f',
    '..%2f',
    '[]',
    '%5B%5D',
    '1',
    '',
    'a'.repeat(6_000),
  ),
);

/** Text for a header, in the bytes that HTTP allows. */
export const headerText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '*/*',
    '0',
    '-1',
    '1e9',
    'null',
    '{}',
    '""',
    ';',
    ',',
    '=',
    'a'.repeat(4_000),
    '\u00ff\u00fe',
    '\t',
  ),
  fc.string({ maxLength: 200 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
);
