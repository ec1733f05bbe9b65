import { type ApiDocument, findDeviations } from './openapi-conformity.js';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

type HeaderFields = Record<string, string>;
let document: ApiDocument | undefined;

/** Skips the body of an event stream, which does not end. */
async function readBody(response: Response, type: string | null): Promise<unknown> {
  if (type?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return '';
  }
  const text = await response.text();
  if (type?.startsWith('text/csv')) return text;
  return text === '' ? null : JSON.parse(text);
}

/** A client with a cookie jar. It throws when a response deviates from the OpenAPI document. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly url: string) {}

  /** Returns a browser with the same cookies, for this gateway or another copy. */
  copy(url = this.url): Browser {
    const copy = new Browser(url);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  get<T = Record<string, unknown>>(path: string, headers: HeaderFields = {}): Promise<Answer<T>> {
    return this.send('GET', path, undefined, headers);
  }

  post<T = Record<string, unknown>>(
    path: string,
    body: unknown = {},
    headers: HeaderFields = {},
  ): Promise<Answer<T>> {
    return this.send('POST', path, JSON.stringify(body), headers);
  }

  patch<T = Record<string, unknown>>(
    path: string,
    body: unknown = {},
    headers: HeaderFields = {},
  ): Promise<Answer<T>> {
    return this.send('PATCH', path, JSON.stringify(body), headers);
  }

  async send<T>(
    method: string,
    path: string,
    body: string | undefined,
    headers: HeaderFields,
  ): Promise<Answer<T>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie: this.cookieHeader(), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of response.headers.getSetCookie()) this.storeCookie(cookie);
    const type = response.headers.get('content-type');
    const parsed = await readBody(response, type);
    document ??= (await (await fetch(`${this.url}/api/docs-json`)).json()) as ApiDocument;
    const deviations = findDeviations(document, method, path, response.status, type, parsed);
    if (deviations.length > 0)
      throw new Error(`${method} ${path} deviates from the OpenAPI document: ${deviations.join('; ')}`);
    return { status: response.status, body: parsed as T, headers: response.headers };
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private storeCookie(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    const isDeleted = attributes.some((attribute) => /expires=thu, 01 jan 1970/i.test(attribute));
    if (isDeleted) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(equals + 1));
  }
}
