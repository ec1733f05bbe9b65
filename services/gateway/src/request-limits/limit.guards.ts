import {
  DEFAULT_NETWORK_LIMIT,
  type LimitSubject,
  PASSWORD_ATTEMPTS,
  type RequestLimit,
  type Route,
} from '@desk/contracts';
import { clientNetwork } from '@desk/service-kit';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { routeOf } from '../http/handle-route.js';
import { callerOf, type IdentifiedRequest } from '../http/identity.js';
import { RequestLimiter } from './request-limiter.js';

/** Returns the limits of a route that the gateway counts per one of these subjects. */
const limitsOf = (route: Route, ...subjects: readonly LimitSubject[]): readonly RequestLimit[] =>
  route.limits.filter(
    (limit): limit is RequestLimit =>
      limit !== PASSWORD_ATTEMPTS && limit.countedBy === 'gateway' && subjects.includes(limit.per),
  );

/**
 * Limits networks before a session costs a request to another service. Funnels are exempt: many may share a network,
 * and each has a limit of its own once its key is known.
 */
@Injectable()
export class NetworkLimitGuard implements CanActivate {
  constructor(private readonly limiter: RequestLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeOf(context);
    if (!route) return true;
    const { address } = callerOf(context.switchToHttp().getRequest<Request>());
    const network = clientNetwork(address);
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
  constructor(private readonly limiter: RequestLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = routeOf(context);
    if (!route) return true;
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    // Sent to Redis together, so that several limits cost one round trip.
    await Promise.all(
      limitsOf(route, 'user', 'funnel key').map(async (limit) => {
        const subject = limit.per === 'user' ? request.signedIn?.user.id : request.funnel?.keyHash;
        if (subject === undefined)
          throw new Error(`${route.path} has a limit per ${limit.per} but no ${limit.per}`);
        await this.limiter.countRequest(route.path, limit, subject);
      }),
    );
    return true;
  }
}
