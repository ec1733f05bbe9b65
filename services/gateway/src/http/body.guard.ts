import { DomainError } from '@desk/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { bodyError } from './body-parsing.js';
import { routeOf } from './handle-route.js';

/** Rejects content types the route does not accept, then bodies that could not be parsed. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const route = routeOf(this.reflector, context);
    if (!route || route.method === 'GET') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const contentType = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!route.contentTypes.includes(contentType)) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
    const error = bodyError(request);
    if (error) throw error;
    return true;
  }
}
