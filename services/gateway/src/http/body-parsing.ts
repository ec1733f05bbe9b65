import { DomainError } from '@desk/contracts';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { isDeeperThan } from './nesting.js';
import { assertUtf8, assertUtf8Form, NOT_UTF8 } from './utf8-body.js';

/** Far deeper than any body we accept. Libraries recurse into values to print and to copy them. */
const MAX_NESTING_DEPTH = 32;

const errors = new WeakMap<Request, DomainError>();

/** Returns why the body could not be parsed; undefined if it could. */
export const bodyError = (request: Request): DomainError | undefined => errors.get(request);

/** Returns the bytes that `rawBodyReading` read. */
export const rawBodyOf = (request: Request): Buffer => {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
};

function toDomainError(error: unknown): DomainError {
  const type = (error as { type?: unknown }).type;
  if (type === 'entity.too.large' || type === 'parameters.too.many')
    return new DomainError('PAYLOAD_TOO_LARGE');
  if (type === 'charset.unsupported' || type === 'encoding.unsupported')
    return new DomainError('UNSUPPORTED_MEDIA_TYPE');
  return type === NOT_UTF8
    ? new DomainError('MALFORMED_BODY', { detail: 'The request body is not UTF-8.' })
    : new DomainError('MALFORMED_BODY');
}

/**
 * Parses JSON and form bodies. A failure is kept for the guards of the route, so that a request without access or with
 * an unsupported content type gets that error first.
 */
export function bodyParsing(limit: string): RequestHandler {
  return inTurn([
    express.json({ limit, verify: assertUtf8 }),
    express.urlencoded({ limit, extended: false, verify: assertUtf8Form }),
  ]);
}

/** Reads the bytes of a body whose signature has to be checked before anything is parsed. */
export function rawBodyReading(limit: string): RequestHandler {
  return inTurn([express.raw({ limit, inflate: false, type: () => true })]);
}

function inTurn(parsers: readonly RequestHandler[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const contentType = request.headers['content-type'];
    // Many clients leave out the hyphen of the registered name.
    if (contentType !== undefined && contentType.length < 200)
      request.headers['content-type'] = contentType.replace(/charset="?utf8"?/i, 'charset=utf-8');
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
