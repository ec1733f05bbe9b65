import type { Logger } from '@desk/service-kit';
import type { RequestHandler } from 'express';
import { Histogram, type Registry } from 'prom-client';
import { isEventStream } from './event-stream.js';

/**
 * Logs and measures each request under its route's pattern, because the URL may contain ids or secrets. `cut` marks
 * responses that ended before they were sent in full. Event streams are not measured: they last as long as the page.
 */
export function accessLog(logger: Logger, metrics: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response was sent',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const pattern: unknown = (request.route as { path?: unknown } | undefined)?.path;
      const route = typeof pattern === 'string' ? pattern : 'none';
      const { method } = request;
      const status = response.statusCode;
      const cut = response.writableFinished ? {} : { cut: true };
      if (!isEventStream(response)) durations.observe({ method, route, status }, ms / 1_000);
      logger.info({ method, route, status, ms: Math.round(ms * 10) / 10, ...cut }, 'request');
    });
    next();
  };
}
