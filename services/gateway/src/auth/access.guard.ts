import { DomainError } from '@desk/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { routeOf } from '../http/handle-route.js';
import type { IdentifiedRequest } from '../http/identity.js';
import { FunnelAuthenticator } from './funnel-authenticator.js';
import { FunnelGate } from './funnel-gate.js';
import { SessionGuard } from './session.guard.js';

/** Enforces the route's access level: identifies funnels by their key, and users by their session. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly funnels: FunnelAuthenticator,
    private readonly gate: FunnelGate,
    private readonly sessions: SessionGuard,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const route = routeOf(context);
    if (!route) throw new DomainError('FORBIDDEN');
    if (route.access === 'funnel') {
      const request = context.switchToHttp().getRequest<IdentifiedRequest>();
      request.funnel = await this.funnels.authenticate(request, route);
      await this.gate.enter(request.funnel, route, request);
    } else if (route.access !== 'public') await this.sessions.enter(route, context);
    return true;
  }
}
