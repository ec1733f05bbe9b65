import type { Request } from 'express';

const RIGHT_PLACE = 'Send the key in the header X-Funnel-Key, or as Authorization: Bearer <key>.';
/** Names under which other systems take a key. */
const KEY_NAME = /^(?:x-?)?(?:funnel|api|access|auth|client|secret)?[-_]?(?:key|token|apikey)$/i;
const KEY_VALUE = /^fn[lp]_/;

const isKey = ([name, value]: readonly [string, unknown]): boolean =>
  KEY_NAME.test(name) || (typeof value === 'string' && KEY_VALUE.test(value));

const findName = (values: unknown): string | undefined =>
  typeof values === 'object' && values !== null
    ? Object.entries(values).find(isKey)?.[0].slice(0, 40)
    : undefined;

/** Explains where the key belongs, and where this request seems to have it instead. */
export function describeMissingKey(request: Pick<Request, 'headers' | 'query' | 'body'>): string {
  const { authorization, 'x-funnel-key': _, ...headers } = request.headers;
  const inQuery = findName(request.query);
  if (inQuery !== undefined)
    return `A key in the address (${inQuery}) is not read, because proxies log addresses. ${RIGHT_PLACE}`;
  const inBody = findName(request.body);
  if (inBody !== undefined) return `A key in the body (${inBody}) is not read. ${RIGHT_PLACE}`;
  const header = findName(headers);
  if (header !== undefined) return `A key in the header ${header} is not read. ${RIGHT_PLACE}`;
  if (authorization !== undefined)
    return `The header Authorization must be of the form "Bearer <key>", or Basic with the key as the password. ${RIGHT_PLACE}`;
  return `The funnel key is missing. ${RIGHT_PLACE}`;
}
