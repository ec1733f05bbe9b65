import { DomainError } from '@desk/contracts';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AccessRecorder } from '../audit/access-recorder.js';
import { toAccessRecord } from '../audit/to-access-record.js';
import { routeOf } from '../http/handle-route.js';
import type { IdentifiedRequest } from '../http/identity.js';

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface SiteHeaders {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/**
 * Whether a browser reports that another site's page caused this write. Other clients send neither header, and they
 * hold no cookie that another site could make them send.
 */
export function isCrossSiteWrite(method: string, headers: SiteHeaders, publicUrl: string): boolean {
  if (READ_METHODS.has(method)) return false;
  const { secFetchSite, origin, host } = headers;
  if (secFetchSite !== undefined) return secFetchSite !== 'same-origin' && secFetchSite !== 'none';
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const sender = new URL(origin);
  return sender.origin !== new URL(publicUrl).origin && sender.host !== host;
}

/** Rejects writes caused by another site's page. Funnels are exempt: they authenticate by key, not by cookie. */
@Injectable()
export class CrossSiteGuard implements CanActivate {
  constructor(
    private readonly recorder: AccessRecorder,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const route = routeOf(context);
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
