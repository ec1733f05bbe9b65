import type { Server } from 'node:net';
import type { Logger, Metrics } from '@desk/service-kit';
import { Counter, Gauge } from 'prom-client';

const LOG_INTERVAL_MS = 60_000;

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** Counts open connections and those dropped above a maximum. Logs a drop at most once a minute. */
export function measureConnections(server: Server, logger: Logger, metrics: Metrics): void {
  new Gauge({
    name: 'http_connections',
    help: 'Open connections',
    registers: [metrics],
    async collect() {
      this.set(await countConnections(server));
    },
  });
  const dropped = new Counter({
    name: 'http_connections_dropped_total',
    help: 'Connections closed at once because MAX_CONNECTIONS or MAX_CONNECTIONS_PER_NETWORK were open',
    registers: [metrics],
  });
  let loggedAt = -Infinity;
  server.on('drop', () => {
    dropped.inc();
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    logger.warn({ maxConnections: server.maxConnections }, 'connection dropped');
  });
}
