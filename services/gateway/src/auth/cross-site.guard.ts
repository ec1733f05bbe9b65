import { DomainError } from '@desk/contracts';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AccessRecorder } from '../audit/access-recorder.js';
import { toAccessRecord } from '../audit/to-access-record.js';
import { routeOf } from '../http/handle-route.js';
import type { IdentifiedRequest } from '../http/identity.js';
import { isCrossSiteWrite } from './cross-site.js';

/** Rejects writes caused by another site's page. Funnels are exempt: they authenticate by key, not by cookie. */
@Injectable()
export class CrossSiteGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly recorder: AccessRecorder,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const route = routeOf(this.reflector, context);
    if (route?.access === 'funnel') return true;
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const headers = {
      secFetchSite: request.get('sec-fetch-site'),
      origin: request.get('origin'),
      host: request.get('host'),
    };
    if (!isCrossSiteWrite(request.method, headers, this.env.PUBLIC_URL)) return true;
    if (route) this.recorder.add(toAccessRecord('cross-site-refused', route, request));
    throw new DomainError('CROSS_SITE');
  }
}
