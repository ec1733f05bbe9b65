import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly cookie?: string;
  readonly body?: object;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Requests with a session's cookie over connections that stay open; cheaper than fetch. */
export class KeepAlive {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly base: URL;

  constructor(baseUrl: string) {
    this.base = new URL(baseUrl);
  }

  /** Resolves when all of a 200 was read, with the cookie that it set; rejects on any other status. */
  async send(call: ApiRequest): Promise<string | undefined> {
    const response = await this.begin(call);
    response.resume();
    await ended(response);
    if (response.statusCode !== 200)
      throw new Error(`${call.method} ${call.path}: status ${response.statusCode ?? ''}`);
    return response.headers['set-cookie']?.[0]?.split(';')[0];
  }

  /** Resolves when all of the answer was read, whatever its status. */
  async exchange(call: ApiRequest): Promise<ApiAnswer> {
    const response = await this.begin(call);
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    await ended(response);
    const { statusCode: status = 0, headers } = response;
    return { status, headers, body: Buffer.concat(chunks).toString() };
  }

  close(): void {
    this.agent.destroy();
  }

  private begin({ method, path, cookie, body }: ApiRequest): Promise<IncomingMessage> {
    const text = body === undefined ? '' : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.agent,
          hostname: this.base.hostname,
          port: this.base.port,
          method,
          path,
          headers: {
            'content-length': Buffer.byteLength(text),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(cookie === undefined ? {} : { cookie }),
          },
          signal: AbortSignal.timeout(20_000),
        },
        resolve,
      );
      outgoing.once('error', reject);
      outgoing.end(text);
    });
  }
}

const ended = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    response.once('error', reject);
    response.once('end', resolve);
  });
