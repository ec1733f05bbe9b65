import { DomainError } from '@desk/contracts';
import { InjectEnv } from '@desk/service-kit';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { GatewayEnv } from '../env.js';
import { ACCESS, type AccessLevel } from './access.js';
import { isCrossSiteWrite } from './cross-site.js';

/** Refuses writes that another site's page causes, wherever a cookie could speak for the visitor. */
@Injectable()
export class CrossSiteGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @InjectEnv() private readonly env: GatewayEnv,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const level = this.reflector.getAllAndOverride<AccessLevel | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (level === 'funnel') return true;
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
