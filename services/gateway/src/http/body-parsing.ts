import { isUtf8 } from 'node:buffer';
import { DomainError } from '@desk/contracts';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/** Returns the items of an array and the values of an object. */
export const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/**
 * Returns whether arrays and objects are nested deeper than `maxDepth`. Goes level by level: code that recurses into a
 * deep value would overflow the stack.
 */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level = childrenOf(value);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

const PERCENT_ENCODED = /(?:%[0-9a-f]{2})+/gi;

/** Returns whether what is percent-encoded in a form is UTF-8. A lone percent sign stands for itself. */
export const isUtf8Form = (text: string): boolean =>
  [...text.matchAll(PERCENT_ENCODED)].every(([bytes]) =>
    isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex')),
  );

/** Set as the `type` of the error with which `express` refuses a body. */
export const NOT_UTF8 = 'body.not-utf8';
const refuse = (type: string): never => {
  throw Object.assign(new Error(type), { type });
};

/** Refuses bytes that are not UTF-8: `express` would read them as U+FFFD, and nobody would know what was meant. */
export function assertUtf8(_request: Request, _response: Response, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') refuse('charset.unsupported');
  if (!isUtf8(body)) refuse(NOT_UTF8);
}

/** Like `assertUtf8`, for a form, whose bytes are percent-encoded. */
export function assertUtf8Form(request: Request, response: Response, body: Buffer, charset: string): void {
  assertUtf8(request, response, body, charset);
  if (!isUtf8Form(body.toString('latin1'))) refuse(NOT_UTF8);
}

/** Far deeper than any body we accept. Libraries recurse into values to print and to copy them. */
const MAX_NESTING_DEPTH = 32;

const errors = new WeakMap<Request, DomainError>();

/** Returns why the body could not be parsed; undefined if it could. */
export const bodyError = (request: Request): DomainError | undefined => errors.get(request);

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

/** Runs parsers one after the other until one fails. */
export function inTurn(parsers: readonly RequestHandler[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const contentType = request.headers['content-type'];
    // Many clients leave out the hyphen of the registered name.
    if (contentType !== undefined && contentType.length < 200)
      request.headers['content-type'] = contentType.replace(/charset="?utf8"?/i, 'charset=utf-8');
    const run = (index: number): void => {
      const parser = parsers[index];
      if (!parser) {
        // Raw bytes have no depth, and listing them would take long.
        if (!Buffer.isBuffer(request.body) && isDeeperThan(request.body, MAX_NESTING_DEPTH))
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

/** Reads the bytes of a body whose signature has to be checked, or whose type has to be found, before it is parsed. */
export function rawBodyReading(limit: string, { inflates = false } = {}): RequestHandler {
  return inTurn([express.raw({ limit, inflate: inflates, type: () => true })]);
}

/** Returns the bytes that `rawBodyReading` read. */
export const rawBodyOf = (request: Request): Buffer => {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
};
