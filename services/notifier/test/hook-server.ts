import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface ReceivedHook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse) => void;

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('{"stored":true}');

/** Stands in for agents' endpoints. Each path is one endpoint, which accepts everything unless scripted. */
export class HookServer {
  readonly received: ReceivedHook[] = [];
  private readonly scripts = new Map<string, Answer[]>();
  private readonly server = createServer((request, response) => {
    void request
      .setEncoding('utf8')
      .toArray()
      .then((chunks) => {
        const path = request.url ?? '';
        this.received.push({ path, headers: request.headers, body: chunks.join('') });
        (this.scripts.get(path)?.shift() ?? status(200))(response);
      });
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  urlOf(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** The next answers of an endpoint, in order. */
  script(path: string, ...answers: Answer[]): void {
    this.scripts.set(path, answers);
  }

  listReceived(path: string): ReceivedHook[] {
    return this.received.filter((hook) => hook.path === path);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Verifies a message as its receiver does. Throws if it was not signed with this secret. */
export const verifyHook = (secret: string, { body, headers }: ReceivedHook): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
