import { isUtf8 } from 'node:buffer';
import type { Request, Response } from 'express';

const PERCENT_ENCODED = /(?:%[0-9a-f]{2})+/gi;

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

/** The same for a form, whose bytes are percent-encoded. A percent sign alone stays one. */
export function assertUtf8Form(request: Request, response: Response, body: Buffer, charset: string): void {
  assertUtf8(request, response, body, charset);
  for (const [bytes] of body.toString('latin1').matchAll(PERCENT_ENCODED))
    if (!isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex'))) refuse(NOT_UTF8);
}
