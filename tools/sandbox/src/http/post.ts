import { Agent, request as requestHttp } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';

export interface Post {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Posts over kept-alive connections. Costs less processor time than fetch, which would distort measurements. */
export class Poster {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly secureAgent = new SecureAgent({ keepAlive: true });

  /** Resolves with the status once the whole answer has arrived. Follows no redirect. */
  post(url: string, { body, headers, signal }: Post): Promise<number> {
    const isSecure = url.startsWith('https:');
    const send = isSecure ? requestHttps : requestHttp;
    const options = {
      method: 'POST',
      agent: isSecure ? this.secureAgent : this.agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
    };
    return new Promise((resolve, reject) => {
      const outgoing = send(url, options, (response) => {
        response.once('error', reject);
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.resume();
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
    this.secureAgent.destroy();
  }
}
