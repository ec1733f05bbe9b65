import { newContext, runInContext } from '@desk/bullmq-transport';
import type { NextFunction, Request, Response } from 'express';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Ties all that one request causes together; the id is the caller's where it sent a fitting one. */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const id = request.get('x-request-id');
  const traceparent = request.get('traceparent');
  const context = newContext({
    ...(id !== undefined && REQUEST_ID.test(id) ? { correlationId: id } : {}),
    ...(traceparent === undefined ? {} : { traceparent }),
  });
  response.setHeader('x-request-id', context.correlationId);
  runInContext(context, next);
}
