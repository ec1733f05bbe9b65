import { Agent, request } from 'node:http';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly cookie?: string;
  readonly body?: object;
}

/** Requests with a session's cookie over connections that stay open; cheaper than fetch. */
export class KeepAlive {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly base: URL;

  constructor(baseUrl: string) {
    this.base = new URL(baseUrl);
  }

  /** Resolves when all of a 200 was read, with the cookie that it set; rejects on any other status. */
  send({ method, path, cookie, body }: ApiRequest): Promise<string | undefined> {
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
        (response) => {
          response.once('error', reject);
          response.once('end', () => {
            if (response.statusCode === 200) resolve(response.headers['set-cookie']?.[0]?.split(';')[0]);
            else reject(new Error(`${method} ${path}: status ${response.statusCode}`));
          });
          response.resume();
        },
      );
      outgoing.once('error', reject);
      outgoing.end(text);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
