import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** One thing without which the process cannot do its work; rejects while it is not there. */
export type HealthCheck = () => Promise<unknown>;

/** A probe that gets no answer learns nothing, so a check that hangs is a failing one. */
const CHECK_LIMIT_MS = 2_000;

async function passes(check: HealthCheck): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), CHECK_LIMIT_MS);
  });
  await Promise.race([Promise.resolve().then(check), late]).finally(() => clearTimeout(timer));
}

/**
 * `/health/live` (the process runs), `/health/ready` (200 when every check passes, else 503 with the names of
 * those that do not) and `/metrics` (Prometheus). For operators: never exposed to the public.
 */
export class HealthServer {
  readonly metrics = new Registry();
  private server: Server | undefined;

  constructor(private readonly checks: Readonly<Record<string, HealthCheck>>) {
    collectDefaultMetrics({ register: this.metrics });
  }

  async listen(port: number, host: string): Promise<void> {
    const server = createServer((request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      this.respond(path).then(
        ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
        () => response.writeHead(500).end(),
      );
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async respond(path: string): Promise<{ status: number; type: string; body: string }> {
    const json = (status: number, value: object) => ({
      status,
      type: 'application/json',
      body: JSON.stringify(value),
    });
    if (path === '/health/live') return json(200, { status: 'ok' });
    if (path === '/health/ready') {
      const names = Object.keys(this.checks);
      const results = await Promise.allSettled(Object.values(this.checks).map(passes));
      const failing = names.filter((_, index) => results[index]?.status === 'rejected');
      return failing.length === 0 ? json(200, { status: 'ok' }) : json(503, { status: 'failing', failing });
    }
    if (path === '/metrics')
      return { status: 200, type: this.metrics.contentType, body: await this.metrics.metrics() };
    return json(404, { status: 'not found' });
  }
}
