import { newContext, runInContext } from '@desk/bullmq-transport';
import type { NextFunction, Request, Response } from 'express';

const VALID_REQUEST_ID = /^[\w-]{8,64}$/;

/** Starts the correlation context of a request, with the caller's `X-Request-Id` if it is valid. */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const id = request.get('x-request-id');
  const traceparent = request.get('traceparent');
  const context = newContext({
    ...(id !== undefined && VALID_REQUEST_ID.test(id) ? { correlationId: id } : {}),
    ...(traceparent === undefined ? {} : { traceparent }),
  });
  response.setHeader('x-request-id', context.correlationId);
  runInContext(context, next);
}
