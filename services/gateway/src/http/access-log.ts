import type { Logger } from '@desk/service-kit';
import type { RequestHandler } from 'express';
import { Histogram, type Registry } from 'prom-client';
import { isEventStream } from './event-stream.js';

/**
 * One line and one measurement a request. The route's pattern, never the address called: that may hold ids or
 * secrets. `cut`: it ended before all was handed over. How long a stream was open is not how fast we are, so it is
 * not measured.
 */
export function accessLog(logger: Logger, metrics: Registry): RequestHandler {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer was handed over',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  return (request, response, next) => {
    const begun = performance.now();
    response.once('close', () => {
      const ms = performance.now() - begun;
      const pattern: unknown = (request.route as { path?: unknown } | undefined)?.path;
      const route = typeof pattern === 'string' ? pattern : 'none';
      const { method } = request;
      const status = response.statusCode;
      const cut = response.writableFinished ? {} : { cut: true };
      if (!isEventStream(response)) seconds.observe({ method, route, status }, ms / 1_000);
      logger.info({ method, route, status, ms: Math.round(ms * 10) / 10, ...cut }, 'request');
    });
    next();
  };
}
