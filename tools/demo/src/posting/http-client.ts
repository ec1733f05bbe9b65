import { Agent, request } from 'node:http';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Plain HTTP over connections that stay open; cheaper than fetch, so that a load weighs less on what it measures. */
export class HttpClient {
  private readonly agent: Agent;
  private readonly base: URL;

  constructor(baseUrl: string, connections = 256) {
    this.base = new URL(baseUrl);
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Any status is an answer; rejects when there is none within `timeoutMs`. */
  send({ method, path, headers = {}, body = '' }: HttpRequest, timeoutMs = 20_000): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.agent,
          hostname: this.base.hostname,
          port: this.base.port,
          method,
          path,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          signal: AbortSignal.timeout(timeoutMs),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
          });
        },
      );
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
