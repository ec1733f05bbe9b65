import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FieldSchema } from './api-document.js';
import { hostileText, plausibleValue } from './hostile-values.js';
import type { RequestBody } from './request-body.js';

type Pair = readonly [name: string, value: string];

const BOUNDARY = 'part';
const ENTITY_BOMB = `<!DOCTYPE a [<!ENTITY b "${'b'.repeat(1_000)}"><!ENTITY c "${'&b;'.repeat(1_000)}">]><a>&c;</a>`;

const inJson = (value: unknown): RequestBody => ({
  bytes: Buffer.from(JSON.stringify(value)),
  contentType: 'application/json',
});
const inForm = (pairs: readonly Pair[]): RequestBody => ({
  bytes: Buffer.from(
    pairs.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&'),
  ),
  contentType: 'application/x-www-form-urlencoded',
});
const inXml = (text: string): RequestBody => ({ bytes: Buffer.from(text), contentType: 'application/xml' });

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const toXml = (pairs: readonly Pair[], toText: (value: string) => string): string =>
  `<lead>${pairs.map(([name, value]) => `<${name}>${toText(value)}</${name}>`).join('')}</lead>`;

const inParts = (pairs: readonly Pair[]): RequestBody => ({
  bytes: Buffer.from(
    pairs
      .map(
        ([name, value]) =>
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .concat(`--${BOUNDARY}--\r\n`)
      .join(''),
  ),
  contentType: `multipart/form-data; boundary=${BOUNDARY}`,
});

/** The forms in which tools post the same values. */
const forms: readonly ((pairs: readonly Pair[]) => RequestBody)[] = [
  (pairs) => inJson(Object.fromEntries(pairs)),
  (pairs) => inJson([{ lead: { contact: Object.fromEntries(pairs) } }]),
  (pairs) => inJson({ fields: pairs.map(([name, value]) => ({ column_id: name, string_value: value })) }),
  (pairs) => ({
    ...inJson(Object.fromEntries(pairs)),
    bytes: gzipSync(JSON.stringify(Object.fromEntries(pairs))),
    contentEncoding: 'gzip',
  }),
  inForm,
  (pairs) => inForm([['json', JSON.stringify(Object.fromEntries(pairs))]]),
  (pairs) => inXml(toXml(pairs, escapeXml)),
  (pairs) => inXml(toXml(pairs, (value) => value)),
  () => inXml(ENTITY_BOMB),
  inParts,
];

/** Returns a lead in the form of some tool, with some hostile texts. `fields` are the fields of a lead. */
export function toolBody(fields: Readonly<Record<string, FieldSchema>>): fc.Arbitrary<RequestBody> {
  const pairs = Object.entries(fields).map(([name, schema]) =>
    fc
      .oneof(
        { weight: 8, arbitrary: plausibleValue(schema).map(String) },
        { weight: 1, arbitrary: hostileText },
      )
      .map((value): Pair => [name, value]),
  );
  return fc.tuple(fc.tuple(...pairs), fc.constantFrom(...forms)).map(([values, write]) => write(values));
}
