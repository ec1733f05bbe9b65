import { createServer, type Server } from 'node:http';
import { withTimeout } from '@desk/timing';
import { createRegistry } from '../metrics/create-registry.js';

/** Checks one dependency that the process needs. Rejects while it is unavailable. */
export type HealthCheck = () => Promise<unknown>;

/** A check that hangs counts as failed: a probe without an answer would tell the operator nothing. */
const CHECK_TIMEOUT_MS = 2_000;

/** Whether a part of the process works. False only if nothing but a restart can help: it must not depend on others. */
export type LivenessCheck = () => boolean;

/**
 * Serves `/health/live` (200 unless a part of the process hangs; no answer at all if the event loop does),
 * `/health/ready` (200 if every check passes, otherwise 503 with the names of the failing ones) and
 * `/metrics` (Prometheus, as OpenMetrics). For operators only; never expose it to the public.
 */
export class HealthServer {
  readonly metrics = createRegistry();
  private server: Server | undefined;
  private readonly livenessChecks = new Map<string, LivenessCheck>();
  /** A check that hangs is not started a second time. */
  private readonly runningChecks = new Map<HealthCheck, Promise<unknown>>();

  constructor(private readonly checks: Readonly<Record<string, HealthCheck>>) {}

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

  addLivenessCheck(name: string, check: LivenessCheck): void {
    this.livenessChecks.set(name, check);
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
    const report = (failing: readonly string[]) =>
      failing.length === 0 ? json(200, { status: 'ok' }) : json(503, { status: 'failing', failing });
    if (path === '/health/live')
      return report([...this.livenessChecks].filter(([, isAlive]) => !isAlive()).map(([name]) => name));
    if (path === '/health/ready') {
      const names = Object.keys(this.checks);
      const results = await Promise.allSettled(Object.values(this.checks).map((check) => this.run(check)));
      return report(names.filter((_, index) => results[index]?.status === 'rejected'));
    }
    if (path === '/metrics')
      return { status: 200, type: this.metrics.contentType, body: await this.metrics.metrics() };
    return json(404, { status: 'not found' });
  }

  private run(check: HealthCheck): Promise<unknown> {
    let running = this.runningChecks.get(check);
    if (!running) {
      running = Promise.resolve()
        .then(check)
        .finally(() => this.runningChecks.delete(check));
      this.runningChecks.set(check, running);
    }
    return withTimeout(running, CHECK_TIMEOUT_MS);
  }
}
