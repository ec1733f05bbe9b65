import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const REFUSED = new Set(['ECONNREFUSED', 'ECONNRESET']);

/**
 * Stands in front of the gateways as the proxy of a data center does: sends requests to each in turn, and to the next
 * one if a gateway refuses the connection. A request that a gateway has begun to read is not repeated.
 */
export class LoadBalancer {
  private requests = 0;

  private constructor(
    private readonly server: Server,
    private readonly gatewayPorts: readonly number[],
  ) {}

  static async start(port: number, gatewayPorts: readonly number[]): Promise<LoadBalancer> {
    const server = createServer();
    const balancer = new LoadBalancer(server, gatewayPorts);
    server.on('request', (incoming, outgoing) => void balancer.forward(incoming, outgoing));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close').catch(() => undefined);
  }

  private async forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const first = this.requests++;
    try {
      const body = await buffer(incoming);
      for (const index of this.gatewayPorts.keys()) {
        const port = this.gatewayPorts[(first + index) % this.gatewayPorts.length] ?? 0;
        const answer = await sendTo(port, incoming, outgoing, body);
        if (answer === 'refused') continue;
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.once('error', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(502).end();
    } catch {
      // The gateway died while it answered: the client sees a broken connection.
      outgoing.destroy();
    }
  }
}

/** Resolves with `refused` if nothing can have read the request. */
function sendTo(
  port: number,
  { method, url, headers }: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
): Promise<IncomingMessage | 'refused'> {
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const upstream = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
    upstream.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    upstream.once('response', resolve);
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      if (!isConnected && REFUSED.has(error.code ?? '')) resolve('refused');
      else reject(error);
    });
    outgoing.once('close', () => upstream.destroy());
    upstream.end(body);
  });
}
