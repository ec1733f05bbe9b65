import { fetchFrom } from './fetch-from.js';

type Method = 'GET' | 'POST' | 'PATCH';

interface ApiClientOptions {
  readonly timeoutMs: number;
  /** Cancels every request that is in progress. */
  readonly signal: AbortSignal;
}

/** Calls the public API with its own cookie jar, as a browser does. */
export class ApiClient {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly baseUrl: string,
    private readonly options?: ApiClientOptions,
  ) {}

  /**
   * Returns the response body.
   * @throws ApiFailure for any status other than 2xx; Error that names the address if nobody answers there
   */
  async call<T>(method: Method, path: string, body?: object): Promise<T> {
    const text = await (await this.request(method, path, body)).text();
    return (text === '' ? {} : JSON.parse(text)) as T;
  }

  /**
   * Returns the response body as text; of a stream, what arrives within `forMs`.
   * @throws as `call` does
   */
  async readText(path: string, forMs?: number): Promise<string> {
    const { body } = await this.request('GET', path);
    if (!body) return '';
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    const timer = forMs === undefined ? undefined : setTimeout(() => void reader.cancel(), forMs);
    let text = '';
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return text;
        text += value;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  private async request(method: Method, path: string, body?: object): Promise<Response> {
    const response = await fetchFrom(`${this.baseUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: this.createSignal(),
    });
    if (!response.ok) throw new ApiFailure(`${method} ${path}`, response.status, await response.text());
    this.saveCookies(response);
    return response;
  }

  private saveCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const equals = pair.indexOf('=');
      this.cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
  }

  private createSignal(): AbortSignal | null {
    if (!this.options) return null;
    const { timeoutMs, signal } = this.options;
    return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  }
}

/** The API answered with an error status. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** Error code of the problem document, if the response had one. */
  readonly code: string | undefined;

  constructor(
    call: string,
    readonly status: number,
    responseBody: string,
  ) {
    const { code, detail } = parseProblem(responseBody);
    super([`${call}: ${status}`, code, detail].filter(Boolean).join(' '));
    this.code = code;
  }
}

function parseProblem(text: string): { code?: string; detail?: string } {
  try {
    return JSON.parse(text) as { code?: string; detail?: string };
  } catch {
    return {};
  }
}
