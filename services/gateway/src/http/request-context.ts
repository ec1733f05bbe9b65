import { AsyncLocalStorage } from 'node:async_hooks';
import { beginSpan, crashPoint, runAsWork, runInContext, type StartedSpan } from '@desk/bullmq-transport';
import type { NextFunction, Request, Response } from 'express';
import { getRoutePattern } from './route-of.js';

const VALID_REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Starts the correlation context and the span of a request, with the caller's `X-Request-Id` if it is valid. Each
 * request begins a new trace that links to the caller's. Continuing the caller's would let any caller decide what is
 * recorded (ADR 31).
 */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const id = request.get('x-request-id');
  const link = request.get('traceparent');
  const { method } = request;
  const { context, span } = beginSpan(
    {
      name: method,
      kind: 'server',
      attributes: { 'http.request.method': method },
      ...(link === undefined ? {} : { link }),
    },
    id !== undefined && VALID_REQUEST_ID.test(id) ? { correlationId: id } : {},
  );
  response.setHeader('x-request-id', context.correlationId);
  if (span) endWithResponse(span, request, response);
  runAsWork('request', () => {
    const passAnsweredCrashPoint = (): void =>
      crashPoint('gateway', `answered-${method} ${getRoutePattern(request)}`);
    response.once('finish', AsyncLocalStorage.bind(passAnsweredCrashPoint));
    runInContext(context, next);
  });
}

/** Names the span by the route's pattern, because the URL may contain ids or secrets. */
function endWithResponse(span: StartedSpan, request: Request, response: Response): void {
  response.once('close', () => {
    const route = getRoutePattern(request);
    const status = response.statusCode;
    span.end({
      name: `${request.method} ${route}`,
      attributes: { 'http.route': route, 'http.response.status_code': status },
      ...(status >= 500 ? { error: status } : {}),
    });
  });
}
