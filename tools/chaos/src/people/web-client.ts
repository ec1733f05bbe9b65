import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 60_000;
const ANSWER_WITHIN_MS = 20_000;

/** Refused with what repeating does not change, or not served for a long time. */
export class NotServed extends Error {
  override readonly name = 'NotServed';
}

/** A browser's way of talking to the public API, with a person behind it who tries again. */
export class WebClient {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly baseUrl: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Repeats while nobody answers or the answer is a 5xx. Throws `NotServed`. */
  async persist<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      this.signal.throwIfAborted();
      const answer = await this.once<T>(method, path, body);
      if (answer) return answer.body;
      if (Date.now() > end)
        throw new NotServed(`${method} ${path}: no success within ${PATIENCE_MS / 1000} s`);
      await pause(200 + Math.random() * 200, undefined, { signal: this.signal });
    }
  }

  /** Asks once, whatever comes of it. Throws `NotServed` when it is refused. */
  async askOnce(method: 'PATCH', path: string, body: object): Promise<void> {
    await this.once(method, path, body);
  }

  private async once<T>(method: string, path: string, body?: object): Promise<{ body: T } | undefined> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${this.baseUrl}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      text = await response.text();
    } catch {
      return undefined;
    }
    if (response.status >= 500) return undefined;
    if (!response.ok) throw new NotServed(`${method} ${path}: ${response.status} ${codeOf(text)}`);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const equals = pair.indexOf('=');
      this.cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    return { body: (text === '' ? {} : JSON.parse(text)) as T };
  }
}

/** The code of a problem, without its text. */
const codeOf = (text: string): string => /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? '';
