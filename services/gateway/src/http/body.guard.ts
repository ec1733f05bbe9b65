import { DomainError } from '@desk/contracts';
import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { bodyError } from './body-parsing.js';

export const CONTENT_TYPES = 'desk:content-types';
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The content types that a write takes, in place of `application/json` alone. `any`: the route judges the body
 * itself, also one that could not be read (see `bodyError`).
 */
export const Accepts = (...types: readonly string[]) => SetMetadata(CONTENT_TYPES, types);

/** 415 for other content types, and the failure of reading the body, once the route is known. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!WRITES.has(request.method)) return true;
    const types = this.reflector.getAllAndOverride<readonly string[] | undefined>(CONTENT_TYPES, [
      context.getHandler(),
      context.getClass(),
    ]) ?? ['application/json'];
    if (types.includes('any')) return true;
    const given = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!types.includes(given)) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
    const error = bodyError(request);
    if (error) throw error;
    return true;
  }
}
