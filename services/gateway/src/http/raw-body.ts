import express, { type Request, type RequestHandler } from 'express';
import { inTurn } from './body-parsing.js';

/** Reads the bytes of a body whose signature has to be checked, or whose type has to be found, before it is parsed. */
export function rawBodyReading(limit: string, { inflates = false } = {}): RequestHandler {
  return inTurn([express.raw({ limit, inflate: inflates, type: () => true })]);
}

/** Returns the bytes that `rawBodyReading` read. */
export const rawBodyOf = (request: Request): Buffer => {
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
};
