import { DomainError } from '@desk/contracts';
import type { NextFunction, Request, Response } from 'express';

/** Longer than any of our URLs, and half of what Node reads as a request's head. */
export const MAX_URL_LENGTH = 8 * 1024;

/** Refuses long addresses before anything is matched against them. */
export function urlLimit(request: Request, _response: Response, next: NextFunction): void {
  next(request.originalUrl.length > MAX_URL_LENGTH ? new DomainError('URL_TOO_LONG') : undefined);
}
