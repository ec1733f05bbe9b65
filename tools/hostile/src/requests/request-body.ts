import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FieldSchema, Operation } from './api-document.js';
import { hostileValue, plausibleValue, PROTOTYPE_NAMES } from './hostile-values.js';
import { type JsonText, objectText, toText } from './json-text.js';

export interface RequestBody {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly contentEncoding?: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const OVERSIZE_BYTES = 70_000;
const BOMB = gzipSync(Buffer.alloc(20_000_000, '['));

type Member = readonly [name: string, value: JsonText];
const inJson = (bytes: JsonText): RequestBody => ({ bytes, contentType: JSON_TYPE });

/** Returns every field of the operation, with a hostile value in `focus` and in some others. */
function fieldMembers(fields: Operation['body'], focus: string | undefined): fc.Arbitrary<Member[]> {
  const members = Object.entries(fields).map(([name, schema]: [string, FieldSchema]) => {
    const value = plausibleValue(schema).map(toText);
    const hostile = hostileValue(schema);
    return (
      name === focus ? hostile : fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: hostile })
    ).map((text): Member => [name, text]);
  });
  return fc.tuple(...members).map((all): Member[] => [...all]);
}

const strayMember: fc.Arbitrary<Member[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Member[]>([]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...PROTOTYPE_NAMES, '', 'a, b', 'a.b', '["x"]', '\0'), hostileValue({}))
      .map((member): Member[] => [member]),
  },
);

const duplicateOf = (members: readonly Member[]): fc.Arbitrary<Member[]> =>
  members.length === 0
    ? fc.constant([])
    : fc
        .tuple(fc.constantFrom(...members), hostileValue({}))
        .map(([[name], value]): Member[] => [[name, value]]);

function fieldsBody({ body }: Operation, focus: string | undefined): fc.Arbitrary<RequestBody> {
  return fc
    .tuple(fieldMembers(body, focus), strayMember)
    .chain(([members, stray]) =>
      fc
        .oneof(
          { weight: 5, arbitrary: fc.constant<Member[]>([]) },
          { weight: 1, arbitrary: duplicateOf(members) },
        )
        .map((duplicates) => inJson(objectText([...members, ...stray, ...duplicates]))),
    );
}

const hostileRoot = hostileValue({}).map(inJson);

const brokenJson = fc
  .constantFrom(
    '',
    ' ',
    '{',
    '{"a":',
    '{"a":1}}',
    '{"a":1}{"b":2}',
    "{'a':1}",
    '{"a":01}',
    '\ufeff{}',
    '[1,]',
    'nul',
  )
  .map((text) => inJson(Buffer.from(text)));

const manyFields = fc
  .constantFrom(1_000, 4_000)
  .map((count) =>
    inJson(objectText(Array.from({ length: count }, (_, at): Member => [`f${at}`, toText(at)]))),
  );

const oversize = fc.constant(inJson(toText({ email: 'a'.repeat(OVERSIZE_BYTES) })));

const encoded = fc.constantFrom<RequestBody>(
  { bytes: BOMB, contentType: JSON_TYPE, contentEncoding: 'gzip' },
  { bytes: gzipSync('{}'), contentType: JSON_TYPE, contentEncoding: 'gzip' },
  { bytes: Buffer.from('{}'), contentType: JSON_TYPE, contentEncoding: 'gzip' },
  { bytes: Buffer.from('{}'), contentType: JSON_TYPE, contentEncoding: 'compress' },
  { bytes: Buffer.from('{}', 'utf16le'), contentType: `${JSON_TYPE}; charset=utf-16le` },
  { bytes: Buffer.from('{}'), contentType: `${JSON_TYPE}; charset=x` },
  { bytes: Buffer.from('{}'), contentType: 'text/plain' },
  { bytes: Buffer.from('{}'), contentType: '' },
  { bytes: Buffer.from('<a/>'), contentType: 'application/xml' },
  { bytes: Buffer.from('--x\r\n\r\n--x--'), contentType: 'multipart/form-data; boundary=x' },
);

const form = ({ body }: Operation): fc.Arbitrary<RequestBody> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom('__proto__', 'a[b][c]', 'a[]', '', ...Object.keys(body)),
        fc.string({ unit: 'binary', maxLength: 100 }),
      ),
      { maxLength: 30 },
    )
    .chain((pairs) => fc.constantFrom(1, 100).map((times) => Array<typeof pairs>(times).fill(pairs).flat()))
    .map((pairs) => ({
      bytes: Buffer.from(pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')),
      contentType: FORM_TYPE,
    }));

/** Returns a body for the operation, most often from `usual`. `focus` is the field to attack. */
export function requestBody(
  operation: Operation,
  focus: string | undefined,
  usual: fc.Arbitrary<RequestBody> = fieldsBody(operation, focus),
): fc.Arbitrary<RequestBody> {
  const takesForms = operation.contentTypes.includes(FORM_TYPE);
  return fc.oneof(
    { weight: 14, arbitrary: usual },
    { weight: 2, arbitrary: hostileRoot },
    { weight: 1, arbitrary: brokenJson },
    { weight: 1, arbitrary: manyFields },
    { weight: 1, arbitrary: oversize },
    { weight: 1, arbitrary: encoded },
    { weight: takesForms ? 5 : 1, arbitrary: form(operation) },
  );
}
