import { createServer, type Server } from 'node:http';
import { withTimeout } from '@desk/timing';
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Checks one dependency that the process needs. Rejects while it is unavailable. */
export type HealthCheck = () => Promise<unknown>;

/** A check that hangs counts as failed: a probe without an answer would tell the operator nothing. */
const CHECK_TIMEOUT_MS = 2_000;

const runCheck = (check: HealthCheck): Promise<unknown> =>
  withTimeout(Promise.resolve().then(check), CHECK_TIMEOUT_MS);

/**
 * Serves `/health/live` (the process runs), `/health/ready` (200 if every check passes, otherwise 503 with the names
 * of the failing ones) and `/metrics` (Prometheus). For operators only; never expose it to the public.
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
      const results = await Promise.allSettled(Object.values(this.checks).map(runCheck));
      const failing = names.filter((_, index) => results[index]?.status === 'rejected');
      return failing.length === 0 ? json(200, { status: 'ok' }) : json(503, { status: 'failing', failing });
    }
    if (path === '/metrics')
      return { status: 200, type: this.metrics.contentType, body: await this.metrics.metrics() };
    return json(404, { status: 'not found' });
  }
}
