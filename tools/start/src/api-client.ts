/** A client of the public API with a cookie jar of its own, as a browser has. */
export class ApiClient {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly baseUrl: string) {}

  /** The answer's body. Throws `ApiFailure` on any other than a 2xx. */
  async call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const equals = pair.indexOf('=');
      this.cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    const text = await response.text();
    const answer = text === '' ? {} : (JSON.parse(text) as { code?: string; detail?: string });
    if (response.ok) return answer as T;
    throw new ApiFailure(`${method} ${path}: ${response.status} ${answer.detail ?? ''}`, answer.code);
  }
}

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}
