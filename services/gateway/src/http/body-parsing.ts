import { DomainError } from '@desk/contracts';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { isDeeperThan } from './nesting.js';

/** Far deeper than any body we accept. Libraries recurse into values to print and to copy them. */
const MAX_NESTING_DEPTH = 32;

const errors = new WeakMap<Request, DomainError>();

/** Returns why the body could not be parsed; undefined if it could. */
export const bodyError = (request: Request): DomainError | undefined => errors.get(request);

/** Returns the unmodified bytes of the body, which a provider's signature covers. */
export const rawBodyOf = (request: Request): Buffer =>
  (request as Request & { rawBody?: Buffer }).rawBody ?? Buffer.alloc(0);

const keepRawBody = (request: unknown, _response: unknown, bytes: Buffer): void => {
  (request as { rawBody?: Buffer }).rawBody = bytes;
};

function toDomainError(error: unknown): DomainError {
  const type = (error as { type?: unknown }).type;
  if (type === 'entity.too.large' || type === 'parameters.too.many')
    return new DomainError('PAYLOAD_TOO_LARGE');
  if (type === 'charset.unsupported' || type === 'encoding.unsupported')
    return new DomainError('UNSUPPORTED_MEDIA_TYPE');
  return new DomainError('MALFORMED_BODY');
}

/**
 * Parses JSON and form bodies. A failure is kept for the guards of the route, so that a request without access or with
 * an unsupported content type gets that error first.
 */
export function bodyParsing(limit: string): RequestHandler {
  const parsers = [
    express.json({ limit, verify: keepRawBody }),
    express.urlencoded({ limit, extended: false, verify: keepRawBody }),
  ];
  return (request: Request, response: Response, next: NextFunction) => {
    const run = (index: number): void => {
      const parser = parsers[index];
      if (!parser) {
        if (isDeeperThan(request.body, MAX_NESTING_DEPTH))
          errors.set(request, new DomainError('MALFORMED_BODY'));
        next();
        return;
      }
      parser(request, response, (error?: unknown) => {
        if (error === undefined) {
          run(index + 1);
          return;
        }
        errors.set(request, toDomainError(error));
        next();
      });
    };
    run(0);
  };
}
