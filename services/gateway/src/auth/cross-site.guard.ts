import { DomainError } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { GatewayEnv } from '../env.js';
import { routeOf } from '../http/handle-route.js';
import { isCrossSiteWrite } from './cross-site.js';

/** Rejects writes caused by another site's page. Funnels are exempt: they authenticate by key, not by cookie. */
@Injectable()
export class CrossSiteGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @InjectEnv() private readonly env: GatewayEnv,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (routeOf(this.reflector, context)?.access === 'funnel') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const headers = {
      secFetchSite: request.get('sec-fetch-site'),
      origin: request.get('origin'),
      host: request.get('host'),
    };
    if (isCrossSiteWrite(request.method, headers, this.env.PUBLIC_URL)) throw new DomainError('CROSS_SITE');
    return true;
  }
}
