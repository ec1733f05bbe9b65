import { DomainError, PUBLISHABLE_KEY_LIMITS, type Route, routes } from '@desk/contracts';
import { clientNetwork, InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { callerOf, type IdentifiedFunnel, type IdentifiedRequest } from '../http/identity.js';
import { RequestLimiter } from '../request-limits/request-limiter.js';

/**
 * Routes for publishable keys. Everybody who opens a funnel's page has its key, so it can neither post in bulk nor read
 * the status of leads.
 */
const PUBLISHABLE_ROUTES: readonly Route[] = [routes.postLead, routes.pingLead];

/** Enforces what an admin has set for a funnel: its mode, the origins of its pages, and how much it may post. */
@Injectable()
export class FunnelGate {
  private readonly ownOrigin: string;

  constructor(
    private readonly limiter: RequestLimiter,
    @InjectEnv() { PUBLIC_URL }: SettingsOf<typeof siteSettings>,
  ) {
    this.ownOrigin = new URL(PUBLIC_URL).origin;
  }

  /** @throws FUNNEL_PAUSED, SERVER_KEY_REQUIRED, ORIGIN_NOT_ALLOWED, TOO_MANY_REQUESTS */
  async enter(funnel: IdentifiedFunnel, route: Route, request: IdentifiedRequest): Promise<void> {
    const { funnelId, allowedOrigins, requestsPerSecond } = funnel;
    // The report link works while the funnel is paused, too. Only our own page uses it.
    if (funnel.keyKind === 'report') return;
    const origin = request.get('origin');
    if (funnel.keyKind === 'publishable') await this.enterWithPublishableKey(funnel, route, request);
    if (funnel.isPaused) throw new DomainError('FUNNEL_PAUSED');
    // Without allowed origins, the funnel posts from servers. Some of them send the header too, and a browser sends a
    // key only after a preflight request has allowed it.
    const isAllowed = origin === undefined || origin === this.ownOrigin || allowedOrigins.includes(origin);
    if (!isAllowed && allowedOrigins.length > 0) throw new DomainError('ORIGIN_NOT_ALLOWED');
    if (requestsPerSecond !== null) await this.count(funnelId, requestsPerSecond, 1);
  }

  /**
   * Counts the further leads of a request against the funnel's own limit, if it has one.
   * @throws TOO_MANY_REQUESTS
   */
  async countLeads({ funnelId, requestsPerSecond }: IdentifiedFunnel, furtherLeads: number): Promise<void> {
    if (requestsPerSecond === null) return;
    // A batch larger than the limit could never be posted otherwise. The request itself is counted already.
    const weight = Math.min(furtherLeads, requestsPerSecond - 1);
    if (weight > 0) await this.count(funnelId, requestsPerSecond, weight);
  }

  private async enterWithPublishableKey(
    { keyHash, allowedOrigins }: IdentifiedFunnel,
    route: Route,
    request: IdentifiedRequest,
  ): Promise<void> {
    const origin = request.get('origin');
    if (origin === undefined)
      throw new DomainError('ORIGIN_NOT_ALLOWED', {
        detail:
          'A publishable key works in a browser only, which sends an Origin. Use a server key on a server.',
      });
    if (!allowedOrigins.includes(origin)) throw new DomainError('ORIGIN_NOT_ALLOWED');
    if (!PUBLISHABLE_ROUTES.includes(route)) throw new DomainError('SERVER_KEY_REQUIRED');
    for (const limit of PUBLISHABLE_KEY_LIMITS) {
      const subject = limit.per === 'network' ? clientNetwork(callerOf(request).address) : keyHash;
      await this.limiter.countRequest('publishable-key', limit, subject);
    }
  }

  private count(funnelId: string, requests: number, weight: number): Promise<void> {
    const limit = { per: 'funnel key', requests, seconds: 1, countedBy: 'gateway' } as const;
    return this.limiter.countRequest(`funnel-${requests}`, limit, funnelId, weight);
  }
}
