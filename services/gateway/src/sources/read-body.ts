import { isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { DomainError } from '@desk/contracts';
import { Busboy } from '@fastify/busboy';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { parse as parseForm } from 'qs';
import { childrenOf, isDeeperThan, isUtf8Form } from '../http/body-parsing.js';
import { MAX_NESTING_DEPTH, MAX_POSTED_VALUES } from './unfold.js';

/** Returns the body, or a promise of it. */
type Parse = (bytes: Buffer, contentType: string) => unknown;

const MAX_NAME_BYTES = 1_000;
/**
 * Limit of values in a body, including those that tools send about themselves. The search for names reads all of them.
 */
const MAX_BODY_VALUES = 2_000;

const malformed = (detail: string): DomainError => new DomainError('MALFORMED_BODY', { detail });

const tooManyValues = (): DomainError => malformed('The request body has too many values.');

const toText = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw malformed('The request body is not UTF-8.');
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
};

/** Keeps integers that are too large for a JavaScript number, such as ids, as they were sent. */
const keepLargeNumbers = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text, keepLargeNumbers) as unknown;
  } catch {
    throw malformed('The request body is not JSON.');
  }
}

/** Reads a form or a query string: `fields[email][value]` is nested, and a repeated name is a list. */
export function readForm(text: string): Readonly<Record<string, unknown>> {
  if (!isUtf8Form(text)) throw malformed('The request body is not UTF-8.');
  try {
    return parseForm(text, {
      arrayLimit: MAX_POSTED_VALUES,
      depth: MAX_NESTING_DEPTH,
      parameterLimit: MAX_POSTED_VALUES,
      plainObjects: true,
      strictDepth: true,
      throwOnLimitExceeded: true,
    });
  } catch {
    throw malformed(
      `A form has at most ${MAX_POSTED_VALUES} fields, nested at most ${MAX_NESTING_DEPTH} deep.`,
    );
  }
}

/** Reads the fields of a multipart body. Leaves out files. */
async function readMultipart(bytes: Buffer, contentType: string): Promise<unknown> {
  const fields = new URLSearchParams();
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldNameSize: MAX_NAME_BYTES, fields: MAX_POSTED_VALUES + 1 },
    });
    parser.on('field', (name, text) => {
      fields.append(name, text);
    });
    // A file that is cut off fails by itself first: without a listener, that would end the process.
    parser.on('file', (_name, stream) => stream.on('error', () => undefined).resume());
    parser.end(bytes);
    await finished(parser);
  } catch {
    throw malformed('The request body is not a form of several parts.');
  }
  // The decoder inserts this character in place of bytes that are not UTF-8.
  if ([...fields.values()].some((text) => text.includes('\uFFFD')))
    throw malformed('The request body is not UTF-8.');
  return readForm(fields.toString());
}

function readXml(text: string): unknown {
  // Custom entities could grow without bound, or refer to our files.
  if (/<!(?:doctype|entity)/i.test(text)) throw malformed('XML must not have a document type.');
  // Parsing costs far more than counting.
  if (text.split('<').length > 2 * MAX_BODY_VALUES) throw tooManyValues();
  try {
    const onError = (): never => {
      throw new Error('not XML');
    };
    const { documentElement } = new DOMParser({ onError }).parseFromString(text, 'text/xml');
    if (documentElement) return toValue(documentElement, 0);
  } catch (error) {
    if (error instanceof DomainError) throw error;
  }
  throw malformed('The request body is not XML.');
}

/**
 * Returns an element's text and attributes, or its child elements by name; several with the same name become a list.
 */
function toValue(element: Element, depth: number): unknown {
  if (depth > MAX_NESTING_DEPTH) throw malformed('The request body is nested too deeply.');
  const found = new Map<string, unknown[]>();
  const add = (name: string, value: unknown): void => {
    const known = found.get(name);
    if (known) known.push(value);
    else found.set(name, [value]);
  };
  for (const child of element.childNodes)
    if (child.nodeType === child.ELEMENT_NODE)
      add((child as Element).localName ?? '', toValue(child as Element, depth + 1));
  const text = (element.textContent ?? '').trim();
  if (found.size === 0 && element.attributes.length === 0) return text;
  if (found.size === 0) {
    for (const { name, value } of element.attributes) if (!name.startsWith('xmlns')) add(name, value);
    add('value', text);
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

const parsers: readonly (readonly [RegExp, Parse])[] = [
  [/^application\/(?:[\w.-]+\+)?json$/, (bytes) => readJson(toText(bytes))],
  [/^(?:application|text)\/(?:[\w.-]+\+)?xml$/, (bytes) => readXml(toText(bytes))],
  [/^multipart\/form-data$/, readMultipart],
];

/** Reads a body whose type does not say what it is, or that some tools send under a wrong type. */
function readUntyped(text: string): unknown {
  const start = text.trimStart()[0];
  if (start === '{' || start === '[') return readJson(text);
  if (start === '<') return readXml(text);
  return readForm(text.trim());
}

/** Returns whether arrays and objects hold more values than these, in all. */
function isLargerThan(value: unknown, maxValues: number): boolean {
  let count = 0;
  for (let level = childrenOf(value); level.length > 0; level = level.flatMap(childrenOf)) {
    count += level.length;
    if (count > maxValues) return true;
  }
  return false;
}

/**
 * Reads a body in whatever form a tool sends it: JSON, a form, several parts, XML.
 *
 * @throws MALFORMED_BODY; UNSUPPORTED_MEDIA_TYPE for an encoding other than UTF-8
 */
export async function readBody(bytes: Buffer, contentType: string): Promise<unknown> {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the body as UTF-8.' });
  const parser = parsers.find(([pattern]) => pattern.test(type))?.[1];
  const body = parser ? await parser(bytes, contentType) : readUntyped(toText(bytes));
  if (isDeeperThan(body, MAX_NESTING_DEPTH)) throw malformed('The request body is nested too deeply.');
  if (isLargerThan(body, MAX_BODY_VALUES)) throw tooManyValues();
  return body;
}
