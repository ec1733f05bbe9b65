import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { routeOf } from '../http/handle-route.js';
import type { IdentifiedRequest } from '../http/identity.js';
import { limitsOf, readSubject } from './limit-subject.js';
import { RequestLimiter } from './request-limiter.js';

/** Limits users and funnel keys, once the access guard has identified them. */
@Injectable()
export class IdentityLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RequestLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeOf(this.reflector, context);
    if (!route) return true;
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    // Sent to Redis together, so that several limits cost one round trip.
    await Promise.all(
      limitsOf(route, 'user', 'funnel key').map(async (limit) => {
        const subject = readSubject(limit.per, request);
        if (subject === undefined)
          throw new Error(`${route.path} has a limit per ${limit.per} but no ${limit.per}`);
        await this.limiter.countRequest(route.path, limit, subject);
      }),
    );
    return true;
  }
}
