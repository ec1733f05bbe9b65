import { DEFAULT_NETWORK_LIMIT } from '@desk/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { routeOf } from '../http/handle-route.js';
import type { IdentifiedRequest } from '../http/identity.js';
import { limitsOf, readSubject, RequestLimiter } from './request-limiter.js';

/**
 * Limits networks before a session costs a request to another service. Funnels are exempt: many may share a network,
 * and each has a limit of its own once its key is known.
 */
@Injectable()
export class NetworkLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RequestLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeOf(this.reflector, context);
    if (!route) return true;
    const network = readSubject('network', context.switchToHttp().getRequest<IdentifiedRequest>());
    if (network === undefined) return true;
    const own = limitsOf(route, 'network');
    for (const limit of own) await this.limiter.countRequest(route.path, limit, network);
    if (own.length === 0 && route.access !== 'funnel')
      await this.limiter.countRequest('any', DEFAULT_NETWORK_LIMIT, network);
    return true;
  }
}

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
