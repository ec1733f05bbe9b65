import { AsyncResource } from 'node:async_hooks';
import { exemplarLabels, type Logger, type Metrics, truncateAddress } from '@desk/service-kit';
import type { RequestHandler } from 'express';
import { Histogram } from 'prom-client';
import { isEventStream } from './event-stream.js';
import type { IdentifiedRequest } from './identity.js';
import { getRoutePattern } from './route-of.js';

/**
 * Logs and measures each request under its route's pattern, because the URL may contain ids or secrets. Logs the
 * sender's user or funnel id and network, never the address. `cut` marks responses that ended before they were sent in
 * full. Event streams are not measured: they last as long as the page.
 */
export function accessLog(logger: Logger, metrics: Metrics): RequestHandler {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response was sent',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    enableExemplars: true,
    registers: [metrics],
  });
  return (request, response, next) => {
    const startedAt = performance.now();
    // Unknown once the connection is closed.
    const network = truncateAddress(request.ip ?? '');
    const log = (): void => {
      const ms = performance.now() - startedAt;
      const route = getRoutePattern(request);
      const { method } = request;
      const status = response.statusCode;
      const cut = response.writableFinished ? {} : { cut: true };
      if (!isEventStream(response)) {
        const labels = { method, route, status };
        durations.observe({ labels, value: ms / 1_000, exemplarLabels: exemplarLabels() });
      }
      const { signedIn, funnel } = request as IdentifiedRequest;
      const sender = { userId: signedIn?.user.id, funnelId: funnel?.funnelId, network };
      logger.info({ method, route, status, ms: Math.round(ms * 10) / 10, ...sender, ...cut }, 'request');
    };
    // The connection closes outside the request's context, which holds the correlation id.
    response.once('close', AsyncResource.bind(log));
    next();
  };
}
