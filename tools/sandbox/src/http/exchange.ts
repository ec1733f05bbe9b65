import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** One request with its whole body. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly body: string;
  /** The body as bytes, for content that is not text. */
  readonly bytes: Buffer;
  header(name: string): string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly text?: string;
}

export async function readExchange(request: IncomingMessage): Promise<Exchange> {
  const bytes = await buffer(request);
  const url = request.url ?? '/';
  const queryStart = url.indexOf('?');
  return {
    method: request.method ?? 'GET',
    path: queryStart < 0 ? url : url.slice(0, queryStart),
    query: queryStart < 0 ? '' : url.slice(queryStart + 1),
    body: bytes.toString('utf8'),
    bytes,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
  };
}

export function send(
  response: ServerResponse,
  reply: Reply,
  extra: Readonly<Record<string, string>> = {},
): void {
  const text = reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json);
  const type = reply.json === undefined ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(reply.status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...extra,
    ...reply.headers,
  });
  response.end(text);
}

export const notFound = (message: string): Reply => ({
  status: 404,
  json: { error: 'not_found', message },
});

/** Returns null, which every schema rejects, if the body is not JSON. An empty body is an empty object. */
export function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}
